/* See page.h: the pictures, as SVG. */
#include <math.h>
#include <string.h>

#include "arena/report/page.h"

enum {
    NAME_WIDTH = 230, /* of the longest name that is shown whole */
    CHART_WIDTH = 520,
    ROW_HEIGHT = 26,
    NAME_SHOWN = 32, /* bytes */
    BINS = 17,       /* odd, so that even games have one in the middle */
    BIN_WIDTH = 14,
    HISTOGRAM_HEIGHT = 90,
};

static void put_name(FILE *out, const Tournament *tournament, int participant) {
    char name[PARTICIPANT_NAME_SIZE];
    strcpy(name, tournament->options->participants[participant].name);
    if (strlen(name) > NAME_SHOWN) strcpy(name + NAME_SHOWN - 3, "...");
    report_text(out, name);
}

void report_rating_chart(FILE *out, const Tournament *tournament, const Standings *standings) {
    double low = -50, high = 50;
    for (int i = 0; i < standings->count; i++) {
        const Rating *rating = &standings->list[i].rating;
        low = fmin(low, rating->elo - rating->margin);
        high = fmax(high, rating->elo + rating->margin);
    }
    double scale = CHART_WIDTH / (high - low);
    int height = standings->count * ROW_HEIGHT + 10;
    fprintf(out, "<svg role=\"img\" aria-label=\"Ratings\" width=\"%d\" height=\"%d\">\n",
            NAME_WIDTH + CHART_WIDTH + 80, height);
    double zero = NAME_WIDTH - low * scale;
    fprintf(out, "<line class=\"axis\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>\n", zero, zero,
            height);
    for (int i = 0; i < standings->count; i++) {
        const Rating *rating = &standings->list[i].rating;
        double end = NAME_WIDTH + (rating->elo - low) * scale, margin = rating->margin * scale;
        int y = i * ROW_HEIGHT + 4, middle = y + ROW_HEIGHT / 2 - 2;
        fprintf(out, "<text class=\"name\" x=\"%d\" y=\"%d\">", NAME_WIDTH - 8, middle + 4);
        put_name(out, tournament, standings->list[i].participant);
        fprintf(out,
                "</text><rect class=\"bar\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>"
                "<line class=\"margin\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                "<text x=\"%.1f\" y=\"%d\">%+.0f</text>\n",
                fmin(zero, end), y, fabs(end - zero), ROW_HEIGHT - 6, end - margin, end + margin,
                middle, middle, end + margin + 6, middle + 4, rating->elo);
    }
    fputs("</svg>\n", out);
}

/* Which of the bins from a total loss to a total win. */
static int bin_of(int discs, int squares) {
    return (discs + squares) * BINS / (2 * squares + 1);
}

static void put_histogram(FILE *out, const Tournament *tournament, int participant) {
    int bins[BINS] = {0}, most = 1, squares = tournament->options->shape->squares;
    for (int i = 0; i < tournament->counted; i++) {
        const GameResult *result = &tournament->results[i];
        if (!result->is_done) continue;
        if (result->participants[BLACK] != participant &&
            result->participants[WHITE] != participant)
            continue;
        int bin = bin_of(result_score(result, participant), squares);
        if (++bins[bin] > most) most = bins[bin];
    }
    fprintf(out,
            "<figure><svg role=\"img\" aria-label=\"Disc differences\" width=\"%d\" "
            "height=\"%d\">\n",
            BINS * BIN_WIDTH, HISTOGRAM_HEIGHT + 16);
    for (int i = 0; i < BINS; i++) {
        int height = (bins[i] * HISTOGRAM_HEIGHT + most - 1) / most;
        const char *kind = i < BINS / 2 ? "loss" : i > BINS / 2 ? "win" : "draw";
        fprintf(out,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"><title>%d games"
                "</title></rect>",
                kind, i * BIN_WIDTH + 1, HISTOGRAM_HEIGHT - height, BIN_WIDTH - 2, height, bins[i]);
    }
    fprintf(out,
            "\n<text x=\"0\" y=\"%d\">-%d</text><text class=\"middle\" x=\"%d\" y=\"%d\">0</text>"
            "<text class=\"name\" x=\"%d\" y=\"%d\">+%d</text></svg><figcaption>",
            HISTOGRAM_HEIGHT + 14, squares, BINS * BIN_WIDTH / 2, HISTOGRAM_HEIGHT + 14,
            BINS * BIN_WIDTH, HISTOGRAM_HEIGHT + 14, squares);
    put_name(out, tournament, participant);
    fputs("</figcaption></figure>\n", out);
}

void report_disc_charts(FILE *out, const Tournament *tournament, const Standings *standings) {
    for (int i = 0; i < standings->count; i++)
        put_histogram(out, tournament, standings->list[i].participant);
}
