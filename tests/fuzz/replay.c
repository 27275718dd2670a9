/* Runs a fuzz target over its stored inputs, without libFuzzer: every argument is a file or a
 * folder of files. Each input lies in its own exact allocation, so that the address sanitizer sees
 * a read past its end. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replayed = 0;

static void run_bytes(const uint8_t *bytes, size_t size) {
    uint8_t *exact = calloc(size > 0 ? size : 1, 1);
    if (exact == NULL) abort();
    if (size > 0) memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    replayed++;
}

static void run_file(const char *path, size_t size) {
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc(size + 1);
    if (file == NULL || bytes == NULL || fread(bytes, 1, size, file) != size) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    run_bytes(bytes, size);
    free(bytes);
}

static void run_path(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        fprintf(stderr, "cannot find %s\n", path);
        exit(1);
    }
    if (S_ISREG(info.st_mode)) run_file(path, (size_t)info.st_size);
    if (!S_ISDIR(info.st_mode)) return;
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') run_path(inner);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

int main(int argc, char **argv) {
    run_bytes(NULL, 0);
    for (int i = 1; i < argc; i++) run_path(argv[i]);
    printf("%d inputs\n", replayed);
    return 0;
}
