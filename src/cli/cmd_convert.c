/* `bianca convert`: games from any format into any other, one at a time, so that memory does not
 * grow with the files. A game that cannot be read or written is named and left out. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/game_output.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "record/reader.h"

typedef struct ConvertOptions {
    const char *from, *to;
    const char *board;
    const char *out;
} ConvertOptions;

static const Option rows[] = {
    OPTION_TEXT_ROW(ConvertOptions, from, "from", "FORMAT", NULL,
                    "format of the files; detected by default"),
    OPTION_TEXT_ROW(ConvertOptions, to, "to", "FORMAT", NULL,
                    "format to write; by default that of the name in --out, else ggf"),
    OPTION_TEXT_ROW(ConvertOptions, board, "board", "WxH", "8x8",
                    "board of games whose format does not say it"),
    OPTION_TEXT_LETTER_ROW(ConvertOptions, out, 'o', "out", "FILE", NULL,
                           "write to FILE instead of standard output; also -o FILE"),
};

typedef struct Converter {
    const RecordFormat *from; /* NULL: by content */
    const RecordFormat *to;
    Shape board;
    GameOutput *output;
    long games, left_out;
    Progress progress;
} Converter;

static void leave_out(Converter *converter, const char *path, const Error *error) {
    progress_end(&converter->progress);
    output_error("convert", "%s: %s", path, error->text);
    converter->left_out++;
}

/* Writes a game; false if the output is broken. */
static bool write_game(Converter *converter, const GameRecord *game, const char *path, long number,
                       Error *error) {
    Error reason;
    if (game_output_put(converter->output, game, &reason)) {
        converter->games++;
        return true;
    }
    error_set(error, reason.status, "game %ld: %.180s", number, reason.text);
    if (reason.status != STATUS_UNSUPPORTED) return false;
    leave_out(converter, path, error);
    return true;
}

/* All games of one file; false if the output is broken. */
static bool convert_games(Converter *converter, RecordReader *reader, const char *path,
                          Error *error) {
    GameRecord game;
    RecordRead read;
    long number = 0;
    while (!interrupt_came() && (read = record_reader_next(reader, &game, error)) != RECORD_END) {
        number++;
        if (read != RECORD_GAME)
            leave_out(converter, path, error);
        else if (!write_game(converter, &game, path, number, error))
            return false;
        progress_update(&converter->progress, "%s: %s games", path,
                        output_count((double)number).text);
    }
    return true;
}

static bool convert_file(Converter *converter, const char *path, Error *error) {
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *in = is_stdin ? stdin : fopen(path, "rb");
    if (in == NULL) {
        error_set(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
        return false;
    }
    Error reason;
    RecordReader *reader =
        record_reader_new(in, is_stdin ? NULL : path, converter->from, &converter->board, &reason);
    bool ok = reader != NULL && convert_games(converter, reader, path, &reason);
    if (!ok) error_set(error, reason.status, "%.100s: %.130s", path, reason.text);
    record_reader_free(reader);
    if (!is_stdin) fclose(in);
    return ok;
}

static bool convert_files(Converter *converter, const Arguments *args, Error *error) {
    bool ok = true;
    progress_start(&converter->progress);
    for (int i = 0; ok && i < args->count; i++)
        ok = convert_file(converter, args->values[i], error);
    progress_end(&converter->progress);
    if (ok && interrupt_came()) {
        error_set(error, STATUS_STOPPED, "stopped");
        ok = false;
    }
    return ok && game_output_finish(converter->output, "convert", error);
}

static int run(const Arguments *args) {
    const ConvertOptions *options = args->options;
    static Converter converter;
    Error error;
    if (!shape_parse(&converter.board, options->board, strlen(options->board), &error) ||
        !format_input_find("--from", options->from, &converter.from, &error) ||
        !format_input_output(options->to, options->out, &converter.to, &error))
        return command_refuse(args, &error);
    interrupt_watch_input();
    converter.output = game_output_open(options->out, converter.to, &error);
    bool ok = converter.output != NULL && convert_files(&converter, args, &error);
    game_output_close(converter.output);
    if (!ok) return command_fail(args, &error);
    if (converter.left_out == 0) return COMMAND_OK;
    output_error("convert", "%ld converted, %ld left out", converter.games, converter.left_out);
    return COMMAND_FAILED;
}

const Command command_convert = {
    .name = "convert",
    .arguments = "FILE...",
    .summary = "Convert games from one format to another",
    .details = "Reads games in any of these formats, which it detects, and writes them in\n"
               "another, or in the same one, cleanly:\n"
               "  transcript  moves, a game on each line, as people and web sites write them\n"
               "  ggf, sgf    of GGS and NBoard; of general game programs\n"
               "  pgn         tags in brackets, then 1. f5 d6, as Edax and PlayOK write it\n"
               "  quest       the JSON of Othello Quest\n"
               "  wthor       .wtb with the names in a .jou and a .trn beside it\n"
               "  obf         positions, one on each line; of a game the last one\n"
               "A game that cannot be read, or that the other format cannot say, is named on\n"
               "standard error with the reason and left out; the exit status is then 1. FILE may\n"
               "be - for standard input. The file that is written is replaced as a whole. With\n"
               "%Y in its name there is a file for each year, as WTHOR needs it.",
    .example = "bianca convert WTH_2004.wtb -o 2004.pgn\n"
               "bianca convert games.pgn -o WTH_%Y.wtb\n"
               "bianca convert --to transcript games.ggf more.sgf",
    COMMAND_OPTIONS(rows, ConvertOptions),
    .min_args = 1,
    .max_args = OPTIONS_ANY_COUNT,
    .run = run,
};
