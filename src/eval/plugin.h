/* Plug-ins: an evaluation of the user, as a file.
 *
 *     my_eval.so     a shared object with `double evaluate(const BiancaPosition *)` (bianca.h)
 *     my_eval.py     a Python file with `def evaluate(position)`
 *     my_eval        any other program, which answers positions on its standard input
 *
 * A plug-in is an evaluation like every other: evaluation_open() takes `plugin:FILE` for a name.
 * The side to move is always shown as Black, because a value must not depend on the colour; the
 * value is for the side to move, in the plug-in's own unit.
 *
 * A shared object is loaded into this process and can do it any harm; PLUGIN_APART puts it into a
 * process of its own, where the other two kinds always are (engine/plugin_process.h has the
 * protocol). A value that is not finite, a process that ends or does not answer: the plug-in has
 * failed, all its further values are 0, and evaluation_failure() says why: STATUS_IO if the
 * process has ended, with the last line of its standard error, which is passed on.
 *
 * engine/plugin.c implements this: eval/ starts no processes and loads no files of others, and a
 * bot in one file goes without (tools/bot/plugin.c). */
#ifndef EVAL_PLUGIN_H
#define EVAL_PLUGIN_H

#include "eval/evaluation.h"

#define PLUGIN_PREFIX "plugin:"

/* Prefix of a name whose plug-in runs in a process of its own, whatever kind it is. */
#define PLUGIN_APART "plugin-apart:"

/* The file in a name with one of the prefixes; NULL for every other name. */
const char *plugin_path(const char *name);

/* The program that serves the values of a file in a process of its own: the file itself, "python3",
 * or NULL for a shared object, which this program serves. */
const char *plugin_program(const char *path);

/* Opens the plug-in for a board, which must outlive the evaluation. */
bool plugin_open(Evaluation *self, const Shape *shape, const char *name, Error *error);
void plugin_close(Plugin *plugin); /* may be NULL */

#endif
