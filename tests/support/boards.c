/* See boards.h. */
#include "support/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "record/notation.h"

Shape shape_of(int width, int height) {
    Shape shape;
    assert_true(shape_init(&shape, width, height, NULL));
    return shape;
}

Board board_of(const Shape *shape, const char *text) {
    Board board;
    Error error;
    if (!board_parse(shape, text, strlen(text), &board, &error)) fail_msg("%s", error.text);
    return board;
}
