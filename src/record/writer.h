/* Writes games one by one in any format. */
#ifndef RECORD_WRITER_H
#define RECORD_WRITER_H

#include "record/format.h"

typedef struct RecordWriter RecordWriter;

/* Writes to `file`, which stays the caller's. */
RecordWriter *record_writer_new(FILE *file, const RecordFormat *format, Error *error);
void record_writer_free(RecordWriter *writer);

/* STATUS_UNSUPPORTED: the format cannot say this game, and nothing was written; STATUS_IO: the
 * file failed. */
bool record_writer_put(RecordWriter *writer, const GameRecord *game, Error *error);

/* Completes the file. `path`, which may be NULL, is where files that belong to it are written, with
 * other extensions. */
bool record_writer_finish(RecordWriter *writer, const char *path, Error *error);

/* How many different names were cut or have other letters, because the format has no room for them.
 */
int record_writer_changed_names(const RecordWriter *writer);

#endif
