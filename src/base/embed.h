/* Takes a file into the program as it is: EMBED(type, label, "path") defines label_begin and
 * label_end, with a NUL after the last byte; EMBED_FILES(type, label, EMBED_FILE("one")
 * EMBED_FILE("two")) does so with several files, one after another. The path starts at the top of
 * the source tree, where make runs the compiler. The compiler's dependency files do not see it: the
 * Makefile names the files. */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#define EMBED(type, label, path) EMBED_FILES(type, label, EMBED_FILE(path))

#define EMBED_FILE(path) ".incbin \"" path "\"\n"

#define EMBED_FILES(type, label, files)                                                            \
    __asm__(".pushsection .rodata\n"                                                               \
            ".balign 64\n" #label "_begin:\n" files #label "_end:\n"                               \
            ".byte 0\n"                                                                            \
            ".popsection\n");                                                                      \
    extern const type label##_begin[] __attribute__((visibility("hidden")));                       \
    extern const type label##_end[] __attribute__((visibility("hidden")))

#endif
