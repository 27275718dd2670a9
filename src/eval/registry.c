/* The rows of the registry: every classic program, in the order in which lists show them. To add
 * one, write classic/NAME.c and name it twice here. */
#include "eval/registry.h"

#include <string.h>

extern const ClassicProgram classic_discs, classic_positional, classic_mobility;
extern const ClassicProgram classic_e03_judge, classic_e03_myjudge, classic_kukreja;
extern const ClassicProgram classic_miniproject3, classic_botzone, classic_nine_by_seven;
extern const ClassicProgram classic_alpha_othello, classic_alpha_othello_strict;
extern const ClassicProgram classic_handmade;
extern const ClassicProgram classic_baseline2, classic_baseline3, classic_baseline4,
    classic_baseline5;

const ClassicProgram *const classic_programs[] = {
    &classic_e03_judge,     &classic_e03_myjudge,
    &classic_kukreja,       &classic_miniproject3,
    &classic_botzone,       &classic_nine_by_seven,
    &classic_alpha_othello, &classic_alpha_othello_strict,
    &classic_baseline2,     &classic_baseline3,
    &classic_baseline4,     &classic_baseline5,
    &classic_discs,         &classic_positional,
    &classic_mobility,      &classic_handmade,
};

const int classic_program_count = (int)(sizeof classic_programs / sizeof classic_programs[0]);

const ClassicProgram *classic_program_find(const char *name, size_t length) {
    for (int i = 0; i < classic_program_count; i++)
        if (strlen(classic_programs[i]->name) == length &&
            memcmp(classic_programs[i]->name, name, length) == 0)
            return classic_programs[i];
    return NULL;
}
