/* Draws the errors of a fit, for training and validation, as two lines over the number of discs. */
#include "train/fit_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

enum { WIDTH = 640, HEIGHT = 360, LEFT = 48, RIGHT = 16, TOP = 40, BOTTOM = 44 };

static const char *const part_names[DATASET_PARTS] = {"training", "validation"};
static const char *const part_colours[DATASET_PARTS] = {"#8a8a8a", "#0b6e4f"};

typedef struct Plot {
    FILE *out;
    int squares;
    int top; /* discs of error at the upper end of the scale */
} Plot;

static double x_of(const Plot *plot, double discs) {
    return LEFT + discs / plot->squares * (WIDTH - LEFT - RIGHT);
}

static double y_of(const Plot *plot, double error) {
    return HEIGHT - BOTTOM - error / plot->top * (HEIGHT - TOP - BOTTOM);
}

static void draw_axes(const Plot *plot, const Shape *shape) {
    FILE *out = plot->out;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<title>Error of the fitted weights by number of discs</title>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
            "<text x=\"%d\" y=\"20\" font-size=\"14\">Mean absolute error in discs, board "
            "%dx%d</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, shape->width, shape->height);
    for (int error = 0; error <= plot->top; error++) {
        double y = y_of(plot, error);
        fprintf(out,
                "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n",
                LEFT, y, WIDTH - RIGHT, y, LEFT - 6, y + 4, error);
    }
    for (int discs = 0; discs <= plot->squares; discs += 8)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                x_of(plot, discs), HEIGHT - BOTTOM + 18, discs);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">discs on the board</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8);
}

static void draw_part(const Plot *plot, const FitReport *report, int part) {
    fprintf(plot->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"",
            part_colours[part]);
    for (int stage = 0; stage < report->stages; stage++) {
        const FitStage *at = &report->by_stage[stage];
        if (at->parts[part].positions == 0) continue;
        int last = at->last < plot->squares ? at->last : plot->squares;
        fprintf(plot->out, "%.1f,%.1f ", x_of(plot, (at->first + last) / 2.0),
                y_of(plot, at->parts[part].mae));
    }
    fprintf(plot->out, "\"/>\n<text x=\"%d\" y=\"%d\" fill=\"%s\">%s %.2f</text>\n", WIDTH - 140,
            TOP + 16 * part, part_colours[part], part_names[part],
            fit_total(report->by_stage, report->stages, (DatasetPart)part).mae);
}

bool fit_picture_write(const FitReport *report, const Shape *shape, const char *path,
                       Error *error) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) {
        error_set(error, STATUS_NO_MEMORY, "%s: no memory for the picture", path);
        return false;
    }
    double highest = 1;
    for (int stage = 0; stage < report->stages; stage++)
        for (int part = 0; part < DATASET_PARTS; part++)
            highest = fmax(highest, report->by_stage[stage].parts[part].mae);
    Plot plot = {.out = out, .squares = shape->squares, .top = (int)ceil(highest)};
    draw_axes(&plot, shape);
    for (int part = 0; part < DATASET_PARTS; part++) draw_part(&plot, report, part);
    fprintf(out, "</svg>\n");
    bool ok = fclose(out) == 0;
    if (!ok) error_set(error, STATUS_NO_MEMORY, "%s: no memory for the picture", path);
    ok = ok && file_replace(path, text, length, error);
    free(text);
    return ok;
}
