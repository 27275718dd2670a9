/* Formats a game in a buffer, then writes it as a whole. */
#include "record/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct RecordWriter {
    const RecordFormat *format;
    RecordOutput output;
};

static bool refuse_write(Error *error) {
    error_set(error, STATUS_IO, "cannot write: %s", strerror(errno));
    return false;
}

RecordWriter *record_writer_new(FILE *file, const RecordFormat *format, Error *error) {
    RecordWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL) {
        error_set(error, STATUS_NO_MEMORY, "no memory to write games");
        return NULL;
    }
    writer->format = format;
    writer->output.file = file;
    if (format->begin == NULL || format->begin(&writer->output, error)) return writer;
    record_writer_free(writer);
    return NULL;
}

void record_writer_free(RecordWriter *writer) {
    if (writer == NULL) return;
    if (writer->format->release != NULL) writer->format->release(&writer->output);
    free(writer);
}

bool record_writer_put(RecordWriter *writer, const GameRecord *game, Error *error) {
    char bytes[RECORD_TEXT_SIZE];
    Text text = text_into(bytes, sizeof bytes);
    if (!writer->format->write(&writer->output, game, &text, error)) return false;
    return fwrite(bytes, 1, text.length, writer->output.file) == text.length || refuse_write(error);
}

bool record_writer_finish(RecordWriter *writer, const char *path, Error *error) {
    const RecordFormat *format = writer->format;
    if (format->finish != NULL && !format->finish(&writer->output, path, error)) return false;
    return (fflush(writer->output.file) == 0 && !ferror(writer->output.file)) ||
           refuse_write(error);
}

int record_writer_changed_names(const RecordWriter *writer) {
    return writer->output.changed_names;
}
