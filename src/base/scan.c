/* How messages show a byte that a reader did not expect. */
#include "base/scan.h"

#include <stdio.h>

ScanByte scan_byte_text(int byte) {
    ScanByte shown;
    if (byte == SCAN_END)
        snprintf(shown.text, sizeof shown.text, "the end");
    else if (byte > ' ' && byte < 127)
        snprintf(shown.text, sizeof shown.text, "'%c'", byte);
    else
        snprintf(shown.text, sizeof shown.text, "byte 0x%02x", (unsigned)byte & 0xff);
    return shown;
}
