/* The map of solved boards (boards/map.h) as a table of Markdown, as tab-separated values and as a
 * picture. */
#ifndef CLI_BOARDS_EXPORT_H
#define CLI_BOARDS_EXPORT_H

#include "base/text.h"
#include "boards/map.h"

/* What perfect play leads to, for a person: "Black wins 28-12", "a draw, 18-18". */
typedef struct OutcomeText {
    char text[40];
} OutcomeText;
OutcomeText outcome_text(int squares, int value);

/* The best first moves, symmetric ones too, with blanks between them; "..." if there may be more.
 */
void first_moves_text(Text *out, const MapBoard *board);

/* The board seen the other way round, if it is in the map and another one. */
const MapBoard *map_twin(const Map *map, const MapBoard *board);

typedef void MapExport(const Map *map, Text *out);

/* The format that the name of a file ends with: .md, .tsv or .svg; NULL for any other. */
MapExport *boards_export_find(const char *path);

#endif
