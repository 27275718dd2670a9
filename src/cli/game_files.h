/* The games of files and folders, one by one, in constant memory: what `games import` and `review`
 * read.
 *
 * Folders are read in the order of names, so that the same folder gives the same games everywhere;
 * files of names (.jou, .trn) belong to the games beside them and are no games of their own. */
#ifndef CLI_GAME_FILES_H
#define CLI_GAME_FILES_H

#include "record/reader.h"

typedef struct GameFiles GameFiles;

/* Lists the files. `board` is that of games whose format does not say it; it is borrowed. With
 * `may_be_moves` a path that is no file may be a game itself, as moves: f5d6c3. Fails if a folder
 * cannot be read. */
GameFiles *game_files_open(int count, const char *const *paths, const Shape *board,
                           bool may_be_moves, Error *error);
void game_files_close(GameFiles *files);

/* RECORD_GAME: *game is filled; its board lives in `files` until the next call.
 * RECORD_BAD: a game, or a file that is none, is left out, for the reason given; call again.
 * RECORD_REFUSED: a file is missing. RECORD_END: that was all. */
RecordRead game_files_next(GameFiles *files, GameRecord *game, Error *error);

/* Where the last game came from: a path, or "-"; "" if the game was given as moves. */
const char *game_files_path(const GameFiles *files);

#endif
