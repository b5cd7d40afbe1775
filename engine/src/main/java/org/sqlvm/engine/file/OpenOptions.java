package org.sqlvm.engine.file;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The options for opening a database: those of the name or {@code file:} URI (sqlite.org/uri.html),
 * and those of the embedder.
 *
 * @param path the file name; empty for a temporary database, {@code :memory:} for one in memory
 * @param mode the access to it
 * @param allowed the most access that the embedder allows, also for attached databases
 * @param memory whether the database lives in this connection alone ({@code :memory:},
 *     {@code mode=memory}, an empty name)
 * @param shared the name of a database in memory that connections share; else null
 * @param immutable whether the file never changes while it is open: no locks, no journal, no log
 * @param noLock whether no locks are taken
 * @param cacheBytes the limit of the page cache; 0 for the default, a quarter of the heap
 * @param workspaceBytes the limit of memory for sorts, groups, joins and temporary tables of a
 *     connection's statements; 0 for the default, a quarter of the heap
 * @param busyTimeoutMs the maximum time to wait for a lock
 */
public record OpenOptions(
        String path,
        OpenMode mode,
        OpenMode allowed,
        boolean memory,
        SharedMemory.Name shared,
        boolean immutable,
        boolean noLock,
        long cacheBytes,
        long workspaceBytes,
        long busyTimeoutMs) {

    private static final String MEMORY_VFS = "memdb";
    private static final Set<String> UNIX_VFS =
            Set.of("unix", "unix-none", "unix-dotfile", "unix-excl");
    private static final Set<String> WINDOWS_VFS =
            Set.of("win32", "win32-longpath", "win32-none", "win32-longpath-none");

    /** A private database in memory. */
    public static final OpenOptions MEMORY = withoutFile(":memory:");

    /** A private database that may use temporary files. */
    public static final OpenOptions TEMPORARY = withoutFile("");

    private static OpenOptions withoutFile(String path) {
        return of(path, true);
    }

    /** A database file that need not exist. */
    public static OpenOptions ofPath(String path) {
        return of(path, false);
    }

    private static OpenOptions of(String path, boolean memory) {
        OpenMode mode = OpenMode.READ_WRITE_CREATE;
        return new OpenOptions(path, mode, mode, memory, null, false, false, 0, 0, 0);
    }

    /** Whether errors call its locks SQLite's locks on tables. */
    public boolean hasTableLocks() {
        return shared != null && shared.tableLocks();
    }

    /** Whether pages that do not fit into memory may go to temporary files. */
    public boolean isTemporary() {
        return memory && path.isEmpty();
    }

    /** With this mode, which is all that is allowed. */
    public OpenOptions withMode(OpenMode newMode) {
        return new OpenOptions(
                path,
                newMode,
                newMode,
                memory,
                shared,
                immutable,
                noLock,
                cacheBytes,
                workspaceBytes,
                busyTimeoutMs);
    }

    /** The bounds of {@link #cacheBytes} and {@link #workspaceBytes}. */
    public OpenOptions withMemory(long cache, long workspace) {
        return new OpenOptions(
                path,
                mode,
                allowed,
                memory,
                shared,
                immutable,
                noLock,
                cache,
                workspace,
                busyTimeoutMs);
    }

    public OpenOptions withBusyTimeoutMs(long millis) {
        return new OpenOptions(
                path,
                mode,
                allowed,
                memory,
                shared,
                immutable,
                noLock,
                cacheBytes,
                workspaceBytes,
                millis);
    }

    /**
     * Parses a name: {@code :memory:}, an empty string, a {@code file:} URI or a path.
     *
     * @param mode the most that the caller allows; {@code mode=} of a URI may only ask for less
     */
    public static OpenOptions parse(String name, OpenMode mode) {
        if (name.equals(":memory:") || name.isEmpty()) {
            return (name.isEmpty() ? TEMPORARY : MEMORY).withMode(mode);
        }
        if (!name.startsWith("file:")) {
            return ofPath(name).withMode(mode);
        }
        int fragment = name.indexOf('#');
        String uri = fragment < 0 ? name : name.substring(0, fragment);
        int question = uri.indexOf('?');
        String path = unescape(pathOf(question < 0 ? uri : uri.substring(0, question)));
        OpenMode asked = mode;
        boolean memoryMode = false;
        boolean sharedCache = false;
        boolean immutable = false;
        boolean noLock = false;
        String vfs = null;
        for (String parameter :
                question < 0 ? List.<String>of() : split(uri.substring(question + 1))) {
            int equals = parameter.indexOf('=');
            String key = unescape(equals < 0 ? parameter : parameter.substring(0, equals));
            String value = unescape(equals < 0 ? "" : parameter.substring(equals + 1));
            switch (key) {
                case "mode" -> {
                    memoryMode = value.equals("memory");
                    // SQLite uses it instead of the caller's mode, so such a database may be
                    // written to.
                    asked = memoryMode ? OpenMode.READ_WRITE_CREATE : modeOf(value, mode);
                }
                case "cache" -> sharedCache = isSharedCache(value);
                case "immutable" -> immutable = isTrue(value);
                case "nolock" -> noLock = isTrue(value);
                case "vfs" -> vfs = value;
                default -> {} // Unknown parameters are ignored, as in SQLite.
            }
        }
        checkVfs(vfs);
        noLock |= vfs != null && vfs.endsWith("-none");
        boolean memory = memoryMode || path.equals(":memory:") || path.isEmpty();
        SharedMemory.Name shared = null;
        if (memory && sharedCache && !path.isEmpty()) {
            shared = new SharedMemory.Name(path, true);
        } else if (MEMORY_VFS.equals(vfs) && !memory) {
            // Only a name that begins with a slash is known outside of its connection.
            boolean named = path.length() > 1 && (path.charAt(0) == '/' || path.charAt(0) == '\\');
            shared = named ? new SharedMemory.Name(path, false) : null;
            memory = true;
        }
        String place = path.isEmpty() && !memoryMode ? "" : memory ? ":memory:" : path;
        boolean alone = memory && shared == null;
        return new OpenOptions(place, asked, mode, alone, shared, immutable, noLock, 0, 0, 0);
    }

    /** SQLite's own; all but memdb are the system's files. */
    private static void checkVfs(String name) {
        boolean windows = File.separatorChar == '\\';
        if (name != null
                && !name.equals(MEMORY_VFS)
                && !(windows ? WINDOWS_VFS : UNIX_VFS).contains(name)) {
            throw SqlException.error("no such vfs: " + name);
        }
    }

    private static String pathOf(String uri) {
        String rest = uri.substring("file:".length());
        if (!rest.startsWith("//")) {
            return rest;
        }
        int slash = rest.indexOf('/', 2);
        String authority = rest.substring(2, slash < 0 ? rest.length() : slash);
        if (!authority.isEmpty() && !authority.equals("localhost")) {
            throw SqlException.error("invalid uri authority: " + authority);
        }
        return slash < 0 ? "" : rest.substring(slash);
    }

    private static List<String> split(String query) {
        List<String> parameters = new ArrayList<>();
        int start = 0;
        while (start <= query.length()) {
            int end = query.indexOf('&', start);
            end = end < 0 ? query.length() : end;
            if (end > start) {
                parameters.add(query.substring(start, end));
            }
            start = end + 1;
        }
        return parameters;
    }

    private static OpenMode modeOf(String value, OpenMode most) {
        OpenMode asked = switch (value) {
            case "ro" -> OpenMode.READ_ONLY;
            case "rw" -> OpenMode.READ_WRITE;
            case "rwc" -> OpenMode.READ_WRITE_CREATE;
            default -> throw SqlException.error("no such access mode: " + value);
        };
        if (asked.compareTo(most) > 0) {
            throw new SqlException(ResultCode.PERM, "access mode not allowed: " + value);
        }
        return asked;
    }

    private static boolean isSharedCache(String value) {
        return switch (value) {
            case "shared" -> true;
            case "private" -> false;
            default -> throw SqlException.error("no such cache mode: " + value);
        };
    }

    /** SQLite's reading of a boolean parameter: a number that is not zero, or yes, true, on. */
    private static boolean isTrue(String value) {
        return value.matches("(?i)yes|true|on|0*[1-9][0-9]*");
    }

    /** Undoes %HH; a malformed one is left out, as in SQLite; %00 ends the text. */
    private static String unescape(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[in.length];
        int length = 0;
        for (int i = 0; i < in.length; i++) {
            if (in[i] != '%') {
                out[length++] = in[i];
            } else if (i + 2 < in.length && isHex(in[i + 1]) && isHex(in[i + 2])) {
                int octet = Character.digit(in[i + 1], 16) << 4 | Character.digit(in[i + 2], 16);
                i += 2;
                if (octet == 0) {
                    break;
                }
                out[length++] = (byte) octet;
            }
        }
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }

    private static boolean isHex(byte octet) {
        return Character.digit(octet, 16) >= 0;
    }
}
