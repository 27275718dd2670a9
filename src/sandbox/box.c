/* Writes the command line of bubblewrap for one program. */
#include "sandbox/box.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/filter.h"

#define OR_TRUST ", or pass --trust to run programs without protection"

/* --- Arguments -------------------------------------------------------------------------------- */

/* Adds words up to a NULL. */
static void add(BoxArguments *arguments, ...) {
    va_list words;
    const char *word;
    va_start(words, arguments);
    while ((word = va_arg(words, const char *)) != NULL)
        fwrite(word, strlen(word) + 1, 1, arguments->out);
    va_end(words);
}

static void add_number(BoxArguments *arguments, const char *name, unsigned long long number) {
    fprintf(arguments->out, "%s%c%llu%c", name, '\0', number, '\0');
}

static bool has(const BoxArguments *arguments, const char *path, size_t length) {
    fflush(arguments->out);
    const char *at = arguments->bytes, *end = at + arguments->length;
    for (; at < end; at += strlen(at) + 1)
        if (strncmp(at, path, length) == 0 && at[length] == '\0') return true;
    return false;
}

/* The folders that lead to a path. Those that bubblewrap makes by itself can be entered by its own
 * user alone. */
static void add_parents(BoxArguments *arguments, const char *path) {
    for (const char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        int length = (int)(at - path);
        if (!has(arguments, path, (size_t)length))
            fprintf(arguments->out, "--dir%c%.*s%c", '\0', length, path, '\0');
    }
}

void arguments_add_bind(BoxArguments *arguments, const char *path) {
    if (has(arguments, path, strlen(path))) return;
    add_parents(arguments, path);
    add(arguments, "--ro-bind", path, path, NULL);
}

/* --- What the box has ------------------------------------------------------------------------- */

static void add_namespaces(BoxArguments *arguments, bool has_network, unsigned uid) {
    add(arguments, "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try",
        "--new-session", "--die-with-parent", NULL);
    if (geteuid() != 0) add(arguments, "--unshare-user", NULL);
    if (uid != 0)
        add(arguments, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID",
            NULL);
    if (!has_network) add(arguments, "--unshare-net", NULL);
}

/* On most systems /bin, /lib and so on are links into /usr: the box has the same links. */
static void add_system(BoxArguments *arguments) {
    static const char *const roots[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
    arguments_add_bind(arguments, "/usr");
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        char target[256];
        ssize_t length = readlink(roots[i], target, sizeof target - 1);
        struct stat info;
        if (length > 0) {
            target[length] = '\0';
            add(arguments, "--symlink", target, roots[i], NULL);
        } else if (stat(roots[i], &info) == 0) {
            arguments_add_bind(arguments, roots[i]);
        }
    }
}

static void add_setting(BoxArguments *arguments, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "/etc/%s", name);
    add_parents(arguments, path);
    add(arguments, "--ro-bind-try", path, path, NULL);
}

/* Of /etc only what programs of /usr read to run at all: no accounts, no passwords, no keys. */
static void add_settings(BoxArguments *arguments, bool has_network) {
    static const char *const always[] = {"alternatives", "ld.so.cache", "ld.so.conf",
                                         "ld.so.conf.d", "localtime",   "ssl/certs"};
    static const char *const online[] = {"resolv.conf", "hosts", "nsswitch.conf"};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) add_setting(arguments, always[i]);
    for (size_t i = 0; has_network && i < sizeof online / sizeof online[0]; i++)
        add_setting(arguments, online[i]);
    /* Debian's Java and Python keep a part of themselves there. */
    DIR *folder = opendir("/etc");
    struct dirent *entry;
    while (folder != NULL && (entry = readdir(folder)) != NULL)
        if (strncmp(entry->d_name, "java", 4) == 0 || strncmp(entry->d_name, "python", 6) == 0)
            add_setting(arguments, entry->d_name);
    if (folder != NULL) closedir(folder);
}

static void add_tmpfs(BoxArguments *arguments, const char *place, uint64_t size) {
    add_number(arguments, "--size", size);
    add(arguments, "--perms", "1777", "--tmpfs", place, NULL);
}

/* Returns a descriptor from which bubblewrap reads these bytes; -1 without memory. */
static int open_bytes(const void *bytes, size_t length) {
    int fd = memfd_create("box", MFD_CLOEXEC);
    if (fd >= 0 && write(fd, bytes, length) == (ssize_t)length && lseek(fd, 0, SEEK_SET) == 0)
        return fd;
    if (fd >= 0) close(fd);
    return -1;
}

static bool add_files(Box *box, BoxArguments *arguments, const ProcessFile *files, int file_count) {
    for (int i = 0; i < file_count; i++) {
        if (i == BOX_MAX_FILES || (box->files[i] = open_bytes(files[i].bytes, files[i].length)) < 0)
            return false;
        add(arguments, "--perms", "0644", NULL);
        add_number(arguments, "--file", (unsigned)(BOX_FD_FILES + i));
        fprintf(arguments->out, BOX_DIRECTORY "/%s%c", files[i].name, '\0');
    }
    return true;
}

static bool write_arguments(Box *box, const CommandLine *line, const ProcessOptions *options,
                            const ProcessFile *files, int file_count, unsigned uid) {
    BoxArguments arguments = {0};
    if ((arguments.out = open_memstream(&arguments.bytes, &arguments.length)) == NULL) return false;
    add_namespaces(&arguments, options->has_network, uid);
    add_system(&arguments);
    add_settings(&arguments, options->has_network);
    add(&arguments, "--proc", "/proc", "--dev", "/dev", NULL);
    add_tmpfs(&arguments, "/dev/shm", options->limits.file_bytes);
    add(&arguments, "--remount-ro", "/dev", NULL);
    add_tmpfs(&arguments, BOX_DIRECTORY, options->limits.file_bytes);
    box_bind_program(&arguments, line, options->file, options->binds);
    bool ok = add_files(box, &arguments, files, file_count);
    add(&arguments, "--dir", BOX_MARK, "--remount-ro", "/", "--chdir", BOX_DIRECTORY, NULL);
    add_number(&arguments, "--info-fd", BOX_FD_INFO);
    add_number(&arguments, "--block-fd", BOX_FD_BLOCK);
    add_number(&arguments, "--seccomp", BOX_FD_FILTER);
    ok = fclose(arguments.out) == 0 && ok;
    if (ok) box->arguments = open_bytes(arguments.bytes, arguments.length);
    free(arguments.bytes);
    return ok && box->arguments >= 0;
}

/* --- The command ------------------------------------------------------------------------------ */

/* The program; if the caller is root, by way of setpriv, which makes it a user without rights. */
static void write_words(Box *box, const CommandLine *line, unsigned uid) {
    static char option[] = "--args", number[] = "3", groups[] = "--clear-groups", end[] = "--";
    _Static_assert(BOX_FD_ARGUMENTS == 3, "its number is written above");
    char **at = box->words;
    *at++ = box->bwrap, *at++ = option, *at++ = number, *at++ = end;
    if (uid != 0) {
        snprintf(box->user, sizeof box->user, "--reuid=%u", uid);
        snprintf(box->group, sizeof box->group, "--regid=%u", uid);
        *at++ = box->setpriv, *at++ = box->user, *at++ = box->group, *at++ = groups, *at++ = end;
    }
    *at++ = line->program;
    memcpy(at, line->words + 1, (size_t)line->count * sizeof *at); /* with the NULL */
}

bool box_open(Box *box, const CommandLine *line, const ProcessOptions *options,
              const ProcessFile *files, int file_count, unsigned uid, Fault *fault) {
    *box = (Box){.arguments = -1, .filter = -1, .files = {-1, -1, -1, -1}};
    if ((box->bwrap = command_line_find("bwrap")) == NULL)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "bubblewrap is missing: install it (Debian: bubblewrap)" OR_TRUST);
    if (uid != 0 && (box->setpriv = command_line_find("setpriv")) == NULL)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "setpriv is missing: install it (Debian: util-linux), do not run as "
                         "root" OR_TRUST);
    if ((box->filter = filter_open()) < 0)
        return fault_set(fault, FAULT_NOT_STARTED,
                         "no filter of system calls: build with libseccomp (Debian: "
                         "libseccomp-dev)" OR_TRUST);
    write_words(box, line, uid);
    return write_arguments(box, line, options, files, file_count, uid) ||
           fault_set(fault, FAULT_NOT_STARTED, "the box: %s", strerror(errno));
}

void box_close(Box *box) {
    if (box->arguments >= 0) close(box->arguments);
    if (box->filter >= 0) close(box->filter);
    for (int i = 0; i < BOX_MAX_FILES; i++)
        if (box->files[i] >= 0) close(box->files[i]);
    free(box->bwrap);
    free(box->setpriv);
}
