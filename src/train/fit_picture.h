/* The errors of a fit by number of discs, as an SVG picture. */
#ifndef TRAIN_FIT_PICTURE_H
#define TRAIN_FIT_PICTURE_H

#include "train/fit_report.h"

/* Writes the picture to a file, replacing it as a whole. */
bool fit_picture_write(const FitReport *report, const Shape *shape, const char *path, Error *error);

#endif
