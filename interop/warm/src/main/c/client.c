/*
 * The thin client of the resident engine: hands a program's arguments, environment, folder and
 * standard streams to the resident process of this user and version, forwards signals, and ends
 * with the program's exit code. Where there is no such process, or it cannot do what a process of
 * its own could, the launcher runs the program as ever. docs/guides/warm.md describes both.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* So many interrupts without an answer end this process. */
#define INTERRUPTS_MAX 2

/* After a signal that ends a program, a resident process that says nothing is waited for so long. */
#define END_MAX_MS 10000

/* So many processes started by one command mean that they end before they listen. */
#define STARTS_MAX 3

extern char **environ;

static char home[PATH_MAX];   /* The folder of bin, lib and libexec. */
static char folder[90];       /* Of the socket. */
static char name[32];         /* Identifies the version: the home and its jars. */
static char config[PATH_MAX]; /* The file that exists while warm starts are on. */

/* Bytes that grow: a request, or facts. */
struct bytes {
    char *at;
    size_t size, room;
};

static void put(struct bytes *to, const void *from, size_t size)
{
    if (to->size + size > to->room) {
        to->room = 2 * (to->size + size);
        to->at = realloc(to->at, to->room);
        if (!to->at)
            _exit(1);
    }
    memcpy(to->at + to->size, from, size);
    to->size += size;
}

static void put_text(struct bytes *to, const char *text)
{
    put(to, text, strlen(text) + 1);
}

static void put_number(struct bytes *to, long number)
{
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    put_text(to, text);
}

static void fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("sqlvm: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(1);
}

/* Runs the launcher, which starts a process of the program's own. */
static void run_alone(char **arguments)
{
    char launcher[PATH_MAX + 16];
    int count = 0;
    char **all;
    while (arguments[count])
        count++;
    all = calloc(count + 3, sizeof *all);
    snprintf(launcher, sizeof launcher, "%s/bin/sqlvm", home);
    all[0] = launcher;
    memcpy(all + 1, arguments + 1, count * sizeof *all);
    setenv("SQLVM_ALONE", "1", 1);
    execv(launcher, all);
    fail("cannot run %s: %s", launcher, strerror(errno));
}

static uint64_t mixed(uint64_t hash, const void *from, size_t size)
{
    const unsigned char *bytes = from;
    while (size-- > 0)
        hash = (hash ^ *bytes++) * 1099511628211u;
    return hash;
}

/* A resident process is for one version: the same jars of the same folder. */
static void find_name(void)
{
    char path[PATH_MAX + 300];
    uint64_t hash = mixed(14695981039346656037u, home, strlen(home));
    uint64_t sum = 0;
    struct dirent *entry;
    DIR *jars;
    snprintf(path, sizeof path, "%s/lib", home);
    jars = opendir(path);
    while (jars && (entry = readdir(jars))) {
        struct stat facts;
        long numbers[3];
        uint64_t own;
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".jar"))
            continue;
        snprintf(path, sizeof path, "%s/lib/%s", home, entry->d_name);
        if (stat(path, &facts))
            continue;
        numbers[0] = facts.st_mtim.tv_sec;
        numbers[1] = facts.st_mtim.tv_nsec;
        numbers[2] = facts.st_size;
        own = mixed(hash, entry->d_name, length);
        sum += mixed(own, numbers, sizeof numbers); /* In any order of the folder. */
    }
    if (jars)
        closedir(jars);
    hash = mixed(hash, &sum, sizeof sum);
    snprintf(name, sizeof name, "%016llx", (unsigned long long) hash);
}

/* Finds or makes the folder of the socket; returns whether it is this user's alone. */
static int find_folder(void)
{
    const char *parent = getenv("XDG_RUNTIME_DIR");
    struct stat facts;
    int length;
    if (parent && parent[0] == '/') {
        length = snprintf(folder, sizeof folder, "%s/sqlvm", parent);
    } else {
        parent = getenv("TMPDIR");
        length = snprintf(folder, sizeof folder, "%s/sqlvm-%u",
            parent && parent[0] == '/' ? parent : "/tmp", (unsigned) getuid());
    }
    if (length >= (int) sizeof folder - 20)
        return 0;
    if (mkdir(folder, 0700) && errno != EEXIST)
        return 0;
    return !lstat(folder, &facts) && S_ISDIR(facts.st_mode) && facts.st_uid == getuid()
        && (facts.st_mode & 077) == 0;
}

/* Adds a file of /proc, without lines that say what a process does and not what it may. */
static void put_file(struct bytes *to, const char *path, const char *const *lines)
{
    char text[8192], *line, *rest;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = 0;
    for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        int taken = !lines;
        for (int i = 0; lines && lines[i] && !taken; i++)
            taken = !strncmp(line, lines[i], strlen(lines[i]));
        if (taken) {
            put(to, line, strlen(line));
            put(to, "\n", 1);
        }
    }
}

/*
 * Adds the limits of the control groups that this process is in. Two terminals are often in
 * groups of different names and without limits.
 */
static void put_group_limits(struct bytes *to)
{
    static const char *const files[] = {"cpu.max", "memory.max", "memory.high", "pids.max"};
    char text[PATH_MAX], group[PATH_MAX], path[PATH_MAX + 64];
    FILE *groups = fopen("/proc/self/cgroup", "re");
    while (groups && fgets(text, sizeof text, groups)) {
        if (strncmp(text, "0::", 3)) {
            put(to, text, strlen(text));
            continue;
        }
        snprintf(group, sizeof group, "%s", text + 3);
        group[strcspn(group, "\n")] = 0;
        for (char *end = group + strlen(group); end; end = strrchr(group, '/')) {
            *end = 0;
            for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
                char value[64] = "";
                int file;
                ssize_t size;
                snprintf(path, sizeof path, "/sys/fs/cgroup%s/%s", group, files[i]);
                file = open(path, O_RDONLY | O_CLOEXEC);
                if (file < 0)
                    continue;
                size = read(file, value, sizeof value - 1);
                close(file);
                if (size > 0 && strncmp(value, "max", 3)) {
                    /* A limit is shared by those in the group, so its name matters. */
                    put(to, path, strlen(path));
                    put(to, "=", 1);
                    put(to, value, size);
                }
            }
        }
    }
    if (groups)
        fclose(groups);
}

/* What the resident process has from its start and cannot change for one program. */
static void put_facts(struct bytes *to)
{
    static const char *const status[] = {"Umask:", "Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:",
        "Seccomp:", "Cpus_allowed:", "Mems_allowed:", NULL};
    static const char *const spaces[] = {"mnt", "pid_for_children", "user", "net", "ipc", "uts", NULL};
    static const char *const variables[] = {"HOME", "TMPDIR", "SQLITE_TMPDIR", "XDG_CACHE_HOME", "TZ",
        "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "LD_PRELOAD", "JAVA_TOOL_OPTIONS",
        "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH", NULL};
    char link[256], path[64];
    put_file(to, "/proc/self/limits", NULL);
    put_file(to, "/proc/self/status", status);
    put_file(to, "/proc/self/oom_score_adj", NULL);
    put_group_limits(to);
    for (int i = 0; spaces[i]; i++) {
        ssize_t size;
        snprintf(path, sizeof path, "/proc/self/ns/%s", spaces[i]);
        size = readlink(path, link, sizeof link);
        if (size > 0)
            put(to, link, size);
    }
    for (int i = 0; variables[i]; i++) {
        const char *value = getenv(variables[i]);
        put(to, variables[i], strlen(variables[i]));
        put(to, value ? "=" : "-", 1);
        if (value)
            put(to, value, strlen(value));
        put(to, "\n", 1);
    }
    errno = 0;
    snprintf(path, sizeof path, "nice %d", getpriority(PRIO_PROCESS, 0));
    put_text(to, path);
}

static int connected(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct ucred peer;
    socklen_t size = sizeof peer;
    int length, found = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    length = snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, name);
    if (length >= (int) sizeof address.sun_path)
        return -1;
    if (found >= 0 && !connect(found, (struct sockaddr *) &address, sizeof address)
        && !getsockopt(found, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == getuid())
        return found;
    if (found >= 0)
        close(found);
    return -1;
}

/* What start has done. */
enum begun { FAILED, STARTED, LOCKED };

/*
 * Starts the resident process, unless there is one: another client's, or one that was stopped and
 * still ends. The lock is the resident's as long as it lives.
 */
static enum begun start(void)
{
    char path[160], before[168], launcher[PATH_MAX + 16];
    struct bytes facts = {0};
    int lock, log;
    pid_t child;
    snprintf(path, sizeof path, "%s/%s.lock", folder, name);
    lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0600);
    if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB)) {
        if (lock >= 0)
            close(lock);
        return lock >= 0 ? LOCKED : FAILED;
    }
    /* Its parent ends at once: to the program, which may be this process, it is no child. */
    child = fork();
    if (child) {
        close(lock);
        if (child > 0)
            waitpid(child, NULL, 0);
        return child > 0 ? STARTED : FAILED;
    }
    setsid();
    if (fork())
        _exit(0);
    put_facts(&facts);
    setenv("SQLVM_WARM_FACTS", facts.at, 1);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    setenv("SQLVM_WARM_SOCKET", path, 1);
    /* The log of the process before it says why that one has ended. */
    snprintf(path, sizeof path, "%s/%s.log", folder, name);
    snprintf(before, sizeof before, "%s.1", path);
    rename(path, before);
    log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    for (int i = 3; i < 256; i++)
        if (i != lock && i != log)
            close(i);
    dup2(open("/dev/null", O_RDWR), 0);
    dup2(log < 0 ? 0 : log, 1);
    dup2(log < 0 ? 0 : log, 2);
    if (chdir("/"))
        _exit(1);
    setenv("SQLVM_ALONE", "1", 1);
    snprintf(launcher, sizeof launcher, "%s/bin/sqlvm", home);
    execl(launcher, launcher, "warm-engine", (char *) NULL);
    _exit(1);
}

/* Sends a request with the standard streams. */
static int send_request(int to, struct bytes *body)
{
    char control[CMSG_SPACE(3 * sizeof(int))] = {0};
    int streams[3] = {0, 1, 2};
    uint32_t size = (uint32_t) body->size;
    struct bytes all = {0};
    struct iovec part;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    struct cmsghdr *header;
    ssize_t sent;
    size_t done;
    put(&all, "SQLVMW1\n", 8);
    put(&all, &size, sizeof size);
    put(&all, body->at, body->size);
    part.iov_base = all.at;
    part.iov_len = all.size;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof streams);
    memcpy(CMSG_DATA(header), streams, sizeof streams);
    sent = sendmsg(to, &message, MSG_NOSIGNAL);
    if (sent < 0)
        return 0;
    for (done = sent; done < all.size; done += sent) {
        sent = send(to, all.at + done, all.size - done, MSG_NOSIGNAL);
        if (sent < 0)
            return 0;
    }
    return 1;
}

/* Whether the terminal is this process's, and another job has it. */
static int is_in_background(void)
{
    pid_t owner = tcgetpgrp(0);
    return owner >= 0 && owner != getpgrp();
}

/*
 * Says that the program may read the terminal: G. In the background this process stops as one that
 * reads itself, or where it cannot, says that reads fail: X.
 */
static void answer_reader(int to, int signals)
{
    char answer = 'G';
    while (answer == 'G' && is_in_background()) {
        struct pollfd continued = {.fd = signals, .events = POLLIN};
        kill(0, SIGTTIN);
        if (!poll(&continued, 1, 0))
            answer = 'X';
        else if (is_in_background())
            usleep(10000);
    }
    send(to, &answer, 1, MSG_NOSIGNAL);
}

/* Ends at once, with the terminal as it was. */
static void leave(int code, const struct termios *modes)
{
    if (modes && !is_in_background())
        tcsetattr(0, TCSADRAIN, modes);
    _exit(code);
}

/*
 * Waits for the program's end. Each signal is a byte to the resident process; each answer is a
 * letter: A for a program that runs, N for one that cannot, I for a signal that has not ended
 * the program, R and W for questions whether it may read or write the terminal, Z for a wish to be
 * stopped, E with an exit code in four bytes.
 */
static int awaited(int from, char **arguments)
{
    static const int all[] = {SIGINT, SIGTERM, SIGHUP, SIGCONT, SIGWINCH};
    sigset_t forwarded;
    struct pollfd polled[2];
    struct termios before, *modes = tcgetattr(0, &before) ? NULL : &before;
    int signals, accepted = 0, interrupts = 0, ended_by = 0;
    sigemptyset(&forwarded);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct sigaction old;
        /* nohup has it ignored. */
        if (!sigaction(all[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaddset(&forwarded, all[i]);
    }
    sigprocmask(SIG_BLOCK, &forwarded, NULL);
    signals = signalfd(-1, &forwarded, SFD_CLOEXEC);
    polled[0] = (struct pollfd) {.fd = from, .events = POLLIN};
    polled[1] = (struct pollfd) {.fd = signals, .events = POLLIN};
    for (;;) {
        struct signalfd_siginfo info;
        char answer;
        int code;
        int ready = poll(polled, 2, ended_by ? END_MAX_MS : -1);
        if (ready < 0)
            continue;
        if (!ready)
            leave(128 + ended_by, modes);
        if (polled[1].revents && read(signals, &info, sizeof info) == sizeof info) {
            char byte = (char) info.ssi_signo;
            if (info.ssi_signo == SIGTERM || info.ssi_signo == SIGHUP)
                ended_by = info.ssi_signo;
            if (info.ssi_signo == SIGINT && ++interrupts > INTERRUPTS_MAX)
                leave(128 + SIGINT, modes);
            if (send(from, &byte, 1, MSG_NOSIGNAL) != 1 && info.ssi_signo != SIGCONT
                && info.ssi_signo != SIGWINCH)
                leave(128 + info.ssi_signo, modes);
        }
        if (!polled[0].revents)
            continue;
        if (recv(from, &answer, 1, MSG_WAITALL) != 1)
            break;
        if (answer == 'A')
            accepted = 1;
        else if (answer == 'N')
            break;
        else if (answer == 'I')
            interrupts = ended_by = 0;
        else if (answer == 'R')
            answer_reader(from, signals);
        else if (answer == 'W')
            send(from, "w", 1, MSG_NOSIGNAL);
        else if (answer == 'Z')
            kill(0, SIGTSTP);
        else if (answer == 'E' && recv(from, &code, sizeof code, MSG_WAITALL) == sizeof code)
            return code;
        else
            break;
    }
    if (!accepted && arguments) {
        close(signals);
        sigprocmask(SIG_UNBLOCK, &forwarded, NULL);
        close(from);
        run_alone(arguments);
    }
    fprintf(stderr, "sqlvm: the resident engine has ended\n");
    leave(1, modes);
    return 1;
}

static void put_request(struct bytes *body, const char *kind, int count, char **words)
{
    char path[PATH_MAX];
    struct bytes facts = {0};
    int variables = 0, streams = 0;
    put_facts(&facts);
    for (int i = 0; i < 3; i++)
        streams |= isatty(i) << i;
    while (environ[variables])
        variables++;
    put_text(body, kind);
    put_text(body, facts.at);
    put_text(body, getcwd(path, sizeof path) ? path : "");
    put_number(body, streams);
    put_number(body, count);
    for (int i = 0; i < count; i++)
        put_text(body, words[i]);
    put_number(body, variables);
    for (int i = 0; i < variables; i++)
        put_text(body, environ[i]);
}

/* Whether the file of a setting or a variable asks for warm starts. */
static int is_on(void)
{
    const char *variable = getenv("SQLVM_WARM");
    return variable && variable[0] ? strcmp(variable, "0") != 0 : !access(config, F_OK);
}

static void find_config(void)
{
    const char *parent = getenv("XDG_CONFIG_HOME");
    if (parent && parent[0] == '/')
        snprintf(config, sizeof config, "%s/sqlvm/warm", parent);
    else
        snprintf(config, sizeof config, "%s/.config/sqlvm/warm", getenv("HOME") ? getenv("HOME") : "");
}

static void switch_on(void)
{
    int file;
    for (char *end = strchr(config + 1, '/'); end; end = strchr(end + 1, '/')) {
        *end = 0;
        mkdir(config, 0777);
        *end = '/';
    }
    file = open(config, O_WRONLY | O_CREAT, 0666);
    if (file < 0)
        fail("cannot write %s: %s", config, strerror(errno));
    close(file);
}

static int ask(const char *kind)
{
    struct bytes body = {0};
    int to = connected(), code = -1;
    char rest;
    if (to < 0)
        return -1;
    put_request(&body, kind, 0, NULL);
    if (send_request(to, &body))
        code = awaited(to, NULL);
    /* Until the other end is closed: then nothing of this request is open there. */
    while (recv(to, &rest, 1, 0) > 0)
        ;
    close(to);
    return code;
}

/* sqlvm warm on | off | start | stop | status */
static int command(const char *word)
{
    if (!find_folder())
        fail("warm: %s is not a folder of yours alone, or its path is too long", folder);
    if (!strcmp(word, "on")) {
        switch_on();
        puts("Warm starts are on: the first program starts a resident process, see sqlvm warm status.");
        return 0;
    }
    if (!strcmp(word, "off")) {
        if (unlink(config) && errno != ENOENT)
            fail("cannot remove %s: %s", config, strerror(errno));
        ask("stop");
        return 0;
    }
    if (!strcmp(word, "start")) {
        int to = connected(), starts = 0;
        for (int i = 0; to < 0 && i < 600; i++) {
            /* One that was stopped has the lock until its last program has ended. */
            enum begun begun = start();
            if (begun == FAILED)
                fail("warm: cannot start a process");
            /* The lock of those before was free again: they have ended before they listened. */
            if (begun == STARTED && ++starts == STARTS_MAX)
                break;
            usleep(50000);
            to = connected();
        }
        if (to < 0)
            fail("warm: the resident process has not started; %s/%s.log says why", folder, name);
        return 0;
    }
    if (!strcmp(word, "stop"))
        return ask("stop") > 0;
    if (!strcmp(word, "status")) {
        printf("warm starts    %s\n", is_on() ? "on" : "off");
        fflush(stdout);
        if (ask("status") < 0)
            printf("resident       none\n");
        return 0;
    }
    fprintf(stderr, "usage: sqlvm warm on | off | start | stop | status\n");
    return 2;
}

static int is_one_of(const char *word, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (!strcmp(word, words[i]))
            return 1;
    return 0;
}

/* Whether there is a terminal for typed lines: one that both streams are, and that can be used. */
static int has_terminal(void)
{
    const char *type = getenv("TERM");
    return isatty(1) && type && type[0] && strncmp(type, "dumb", 4) && !is_in_background();
}

/*
 * Whether a text is UTF-8. The resident process has texts of characters, which would lose the bytes
 * of any other.
 */
static int is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *) text;
    while (*at) {
        static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        int more = *at < 0x80 ? 0 : *at < 0xc0 ? -1 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : *at < 0xf8 ? 3 : -1;
        uint32_t code;
        if (more < 0)
            return 0;
        code = more ? *at & (0x3f >> more) : *at;
        at++;
        for (int i = 0; i < more; i++, at++) {
            if ((*at & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (*at & 0x3f);
        }
        if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return 0;
    }
    return 1;
}

/* Whether all standard streams are open; the number of one that is not would be the socket's. */
static int has_streams(void)
{
    return fcntl(0, F_GETFD) >= 0 && fcntl(1, F_GETFD) >= 0 && fcntl(2, F_GETFD) >= 0;
}

/* Whether the arguments, the variables and the name of the folder are UTF-8. */
static int has_utf8(char **words)
{
    char path[PATH_MAX];
    for (int i = 0; words[i]; i++)
        if (!is_utf8(words[i]))
            return 0;
    for (int i = 0; environ[i]; i++)
        if (!is_utf8(environ[i]))
            return 0;
    return getcwd(path, sizeof path) && is_utf8(path);
}

/* Whether a process of its own is needed for what the command line says. */
static int needs_own(int count, char **words)
{
    static const char *const others[] = {"args", "classpath", "serve", "console", "run", "tpch", "taxi", "ssb",
        "clickbench", "micro", "aot", "image", "warm-engine", "--help", NULL};
    /* Files that are another process's there: also what Bash makes of <(command). */
    static const char *const descriptors[] = {"/dev/fd/", "/dev/std", "/proc/self/", "/proc/thread-self/", NULL};
    static const char *const installers[] = {"pip", "venv", "ensurepip", NULL};
    int plain = 0;
    if (count > 0 && is_one_of(words[0], others))
        return 1;
    for (int i = 0; i < count; i++)
        for (int j = 0; descriptors[j]; j++)
            if (strstr(words[i], descriptors[j]))
                return 1;
    if (getenv("SQLVM_JAVA_OPTIONS"))
        return 1;
    if (count > 0 && !strcmp(words[0], "python"))
        /* Environments have extensions in C, of which a process has one copy. */
        return getenv("SQLVM_PYTHON_LINK") || getenv("VIRTUAL_ENV")
            || (count > 2 && !strcmp(words[1], "-m") && is_one_of(words[2], installers));
    if (count > 0 && !strcmp(words[0], "js"))
        return 0;
    for (int i = 0; i < count; i++) {
        if (strstr(words[i], "-stored-functions") || strstr(words[i], "-interactive"))
            return 1;
        plain += words[i][0] != '-';
    }
    return plain < 2 && isatty(0) && !has_terminal();
}

int main(int count, char **arguments)
{
    struct bytes body = {0};
    ssize_t length = readlink("/proc/self/exe", home, sizeof home - 1);
    int to;
    for (int i = 0; i < 2 && length > 0; i++) {
        home[length] = 0;
        if (!strrchr(home, '/'))
            fail("cannot find its own folder");
        *strrchr(home, '/') = 0;
        length = strlen(home);
    }
    find_config();
    if (!has_streams() && !(count > 1 && !strcmp(arguments[1], "warm")))
        run_alone(arguments);
    find_name();
    if (count > 1 && !strcmp(arguments[1], "warm"))
        return command(count == 3 ? arguments[2] : "");
    if (!is_on() || needs_own(count - 1, arguments + 1) || !has_utf8(arguments) || !find_folder())
        run_alone(arguments);
    to = connected();
    if (to < 0) {
        start();
        run_alone(arguments);
    }
    put_request(&body, "run", count - 1, arguments + 1);
    if (!send_request(to, &body)) {
        close(to);
        run_alone(arguments);
    }
    return awaited(to, arguments);
}
