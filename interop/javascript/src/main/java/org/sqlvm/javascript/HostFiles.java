package org.sqlvm.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.sqlvm.language.Surroundings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The functions that {@code fs.js} calls: files by path, and open files by number. An error is a
 * {@link FileFailure}, whose message is its POSIX name.
 */
final class HostFiles {
    private static final int KIND_NONE = 0;
    private static final int KIND_FILE = 1;
    private static final int KIND_FOLDER = 2;

    /** Bits of a mode: the permissions, from the owner's reading to execution by others. */
    private static final PosixFilePermission[] PERMISSIONS = PosixFilePermission.values();

    /** The reasons that Java passes on from the system, and their names. */
    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("Is a directory", "EISDIR"),
            Map.entry("Not a directory", "ENOTDIR"),
            Map.entry("Operation not permitted", "EPERM"),
            Map.entry("Invalid argument", "EINVAL"),
            Map.entry("Invalid cross-device link", "EXDEV"),
            Map.entry("No space left on device", "ENOSPC"),
            Map.entry("File name too long", "ENAMETOOLONG"),
            Map.entry("Read-only file system", "EROFS"),
            Map.entry("Directory not empty", "ENOTEMPTY"),
            Map.entry("Text file busy", "ETXTBSY"),
            Map.entry("Device or resource busy", "EBUSY"),
            Map.entry("Too many open files", "EMFILE"));

    /** An operation that may fail; a function for JavaScript without the failure's type. */
    private interface Operation {
        Object perform(Value... arguments) throws IOException;
    }

    /** A failure, named as POSIX does. */
    static final class FileFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        FileFailure(String name, Throwable cause) {
            super(name, cause);
        }
    }

    private record OpenFile(FileChannel channel, Path path) {}

    private static final int FIRST_DESCRIPTOR = 3;

    /** The ends of names of temporary folders, and how many there are: 36 characters, six times. */
    private static final int END_LENGTH = 6;

    private static final long ENDS = 2_176_782_336L;

    private final Map<Integer, OpenFile> open = new HashMap<>();

    private final Surroundings surroundings;

    private HostFiles(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** The functions by their names. */
    static Map<String, Object> functions(Surroundings surroundings) {
        HostFiles files = new HostFiles(surroundings);
        Map<String, Object> functions = new HashMap<>();
        put(functions, "kind", v -> kind(files.path(v[0])));
        put(functions, "realpath", v -> files.path(v[0]).toRealPath().toString());
        put(functions, "read", v -> read(files.path(v[0])));
        put(functions, "readText", v -> new String(read(files.path(v[0])), UTF_8));
        put(functions, "stat", v -> stat(files.path(v[0]), v[1].asBoolean()));
        put(functions, "list", v -> list(files.path(v[0])));
        put(functions, "access", v -> access(files.path(v[0]), v[1].asInt()));
        put(
                functions,
                "makeFolder",
                v -> Files.createDirectory(files.path(v[0]), mode(v[1])).toString());
        put(functions, "makeTemporary", v -> files.makeTemporary(v[0].asString()));
        put(functions, "removeFile", v -> remove(files.path(v[0]), false));
        put(functions, "removeFolder", v -> remove(files.path(v[0]), true));
        put(functions, "rename", v -> rename(files.path(v[0]), files.path(v[1])));
        put(functions, "copy", v -> copy(files.path(v[0]), files.path(v[1]), v[2].asBoolean()));
        put(functions, "symlink", v -> {
            return Files.createSymbolicLink(files.path(v[1]), Path.of(v[0].asString()))
                    .toString();
        });
        put(
                functions,
                "link",
                v -> Files.createLink(files.path(v[1]), files.path(v[0])).toString());
        put(functions, "readLink", v -> Files.readSymbolicLink(files.path(v[0])).toString());
        put(functions, "chmod", v -> {
            return Files.setPosixFilePermissions(files.path(v[0]), permissions(v[1].asInt()))
                    .toString();
        });
        put(
                functions,
                "setTimes",
                v -> setTimes(files.path(v[0]), v[1].asDouble(), v[2].asDouble()));
        put(functions, "open", v -> files.open(files.path(v[0]), v[1].asString(), v[2]));
        put(functions, "close", v -> files.close(v[0].asInt()));
        put(functions, "readAt", v -> files.readAt(v[0].asInt(), v[1].asInt(), v[2].asLong()));
        put(functions, "writeAt", v -> files.writeAt(v[0].asInt(), bytes(v[1]), v[2].asLong()));
        put(functions, "truncate", v -> files.truncate(v[0].asInt(), v[1].asLong()));
        put(functions, "sync", v -> files.sync(v[0].asInt()));
        put(functions, "pathOf", v -> files.file(v[0].asInt()).path().toString());
        return functions;
    }

    private static void put(Map<String, Object> functions, String name, Operation operation) {
        functions.put(name, (ProxyExecutable) arguments -> {
            try {
                return operation.perform(arguments);
            } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
                throw new FileFailure(name(e), e);
            }
        });
    }

    /** Returns POSIX's name for an error. */
    private static String name(Exception failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "ENOENT";
            case FileAlreadyExistsException _ -> "EEXIST";
            case DirectoryNotEmptyException _ -> "ENOTEMPTY";
            case NotDirectoryException _ -> "ENOTDIR";
            case NotLinkException _ -> "EINVAL";
            case AccessDeniedException _ -> "EACCES";
            case FileSystemLoopException _ -> "ELOOP";
            case FileSystemException e -> reason(e.getReason());
            case IOException e -> reason(e.getMessage());
            default -> "EINVAL";
        };
    }

    private static String reason(String reason) {
        if (reason == null) {
            return "EIO";
        }
        if (reason.contains("symbolic links")) {
            return "ELOOP";
        }
        return REASONS.getOrDefault(reason, "EIO");
    }

    private Path path(Value text) throws NoSuchFileException {
        if (text.asString().isEmpty()) {
            throw new NoSuchFileException("");
        }
        return surroundings.path(text.asString());
    }

    /** The bytes of a text, or of an ArrayBuffer. */
    static byte[] bytes(Value value) {
        if (value.isString()) {
            return value.asString().getBytes(UTF_8);
        }
        byte[] bytes = new byte[(int) value.getBufferSize()];
        value.readBuffer(0, bytes, 0, bytes.length);
        return bytes;
    }

    private static int kind(Path path) {
        return Files.isRegularFile(path)
                ? KIND_FILE
                : Files.isDirectory(path) ? KIND_FOLDER : KIND_NONE;
    }

    private static byte[] read(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "Is a directory");
        }
        return Files.readAllBytes(path);
    }

    /** Numbers in the order of the properties of fs.Stats; times in milliseconds. */
    private static Object stat(Path path, boolean follow) throws IOException {
        LinkOption[] options =
                follow ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
        Map<String, Object> facts = Files.readAttributes(path, "unix:*", options);
        return ProxyArray.fromArray(
                facts.get("dev"),
                facts.get("mode"),
                facts.get("nlink"),
                facts.get("uid"),
                facts.get("gid"),
                facts.get("rdev"),
                facts.get("ino"),
                facts.get("size"),
                time(facts, "lastAccessTime"),
                time(facts, "lastModifiedTime"),
                time(facts, "ctime"),
                time(facts, "creationTime"));
    }

    private static Object time(Map<String, Object> facts, String name) {
        var instant = ((FileTime) facts.get(name)).toInstant();
        return instant.getEpochSecond() * 1e3 + instant.getNano() / 1e6;
    }

    /** Names, each followed by what it is: a file, a folder, a link, or something else. */
    private static Object list(Path folder) throws IOException {
        List<Object> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path entry : stream) {
                entries.add(entry.getFileName().toString());
                entries.add(
                        Files.isSymbolicLink(entry)
                                ? "link"
                                : switch (kind(entry)) {
                                    case KIND_FILE -> "file";
                                    case KIND_FOLDER -> "folder";
                                    default -> "other";
                                });
            }
        }
        return ProxyArray.fromList(entries);
    }

    private static Object access(Path path, int mode) throws IOException {
        Set<AccessMode> modes = EnumSet.noneOf(AccessMode.class);
        if ((mode & 4) != 0) {
            modes.add(AccessMode.READ);
        }
        if ((mode & 2) != 0) {
            modes.add(AccessMode.WRITE);
        }
        if ((mode & 1) != 0) {
            modes.add(AccessMode.EXECUTE);
        }
        path.getFileSystem().provider().checkAccess(path, modes.toArray(new AccessMode[0]));
        return null;
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < PERMISSIONS.length; i++) {
            if (((mode >> (PERMISSIONS.length - 1 - i)) & 1) != 0) {
                permissions.add(PERMISSIONS[i]);
            }
        }
        return permissions;
    }

    /** The permissions of what is made, from which the system takes the process's mask. */
    private static FileAttribute<?>[] mode(Value mode) {
        return mode.isNull()
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(permissions(mode.asInt()))
                };
    }

    /** Makes a folder whose name is the given one with six characters more. */
    private Object makeTemporary(String prefix) throws IOException {
        for (; ; ) {
            String end =
                    Long.toString(ThreadLocalRandom.current().nextLong(ENDS), Character.MAX_RADIX);
            String name = prefix + "0".repeat(END_LENGTH - end.length()) + end;
            try {
                Files.createDirectory(
                        surroundings.path(name),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rwx------")));
                return name;
            } catch (FileAlreadyExistsException _) {
                // Another end.
            }
        }
    }

    private static Object remove(Path path, boolean folder) throws IOException {
        boolean isFolder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if (isFolder && !folder) {
            throw new FileSystemException(path.toString(), null, "Is a directory");
        }
        if (!isFolder && folder && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(path.toString());
        }
        Files.delete(path);
        return null;
    }

    private static Object rename(Path from, Path to) throws IOException {
        return Files.move(
                        from,
                        to,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING)
                .toString();
    }

    private static Object copy(Path from, Path to, boolean exclusive) throws IOException {
        if (Files.isDirectory(from)) {
            throw new FileSystemException(from.toString(), null, "Is a directory");
        }
        CopyOption[] options = exclusive
                ? new CopyOption[0]
                : new CopyOption[] {StandardCopyOption.REPLACE_EXISTING};
        return Files.copy(from, to, options).toString();
    }

    private static Object setTimes(Path path, double read, double changed) throws IOException {
        Files.getFileAttributeView(path, BasicFileAttributeView.class)
                .setTimes(time(changed), time(read), null);
        return null;
    }

    private static FileTime time(double milliseconds) {
        return FileTime.from((long) (milliseconds * 1000), TimeUnit.MICROSECONDS);
    }

    private int open(Path path, String flags, Value mode) throws IOException {
        Set<OpenOption> options = new HashSet<>();
        boolean update = flags.contains("+");
        switch (flags.charAt(0)) {
            case 'r' -> options.add(StandardOpenOption.READ);
            case 'w' ->
                options.addAll(List.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE));
            default ->
                options.addAll(List.of(StandardOpenOption.APPEND, StandardOpenOption.CREATE));
        }
        if (update) {
            options.add(
                    flags.charAt(0) == 'r' ? StandardOpenOption.WRITE : StandardOpenOption.READ);
        }
        if (flags.contains("x")) {
            options.add(StandardOpenOption.CREATE_NEW);
        } else if (flags.charAt(0) == 'w') {
            options.add(StandardOpenOption.TRUNCATE_EXISTING);
        }
        if (flags.charAt(0) == 'a' && update) {
            // Java does not open for both.
            options.remove(StandardOpenOption.READ);
        }
        if (flags.charAt(0) != 'r' && Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "Is a directory");
        }
        FileChannel channel = flags.charAt(0) == 'r' || mode.isNull()
                ? FileChannel.open(path, options)
                : FileChannel.open(path, options, mode(mode));
        int number = FIRST_DESCRIPTOR;
        while (open.containsKey(number)) {
            number++;
        }
        open.put(number, new OpenFile(channel, path.toAbsolutePath()));
        return number;
    }

    private OpenFile file(int number) {
        OpenFile file = open.get(number);
        if (file == null) {
            throw new FileFailure("EBADF", null);
        }
        return file;
    }

    private Object close(int number) throws IOException {
        file(number).channel().close();
        open.remove(number);
        return null;
    }

    /** @param position negative for where the file stands */
    private byte[] readAt(int number, int size, long position) throws IOException {
        if (number == 0) {
            return surroundings.in().readNBytes(size);
        }
        FileChannel channel = file(number).channel();
        ByteBuffer buffer = ByteBuffer.allocate(size);
        int count = position < 0 ? channel.read(buffer) : channel.read(buffer, position);
        byte[] bytes = new byte[Math.max(0, count)];
        buffer.flip().get(bytes);
        return bytes;
    }

    private int writeAt(int number, byte[] bytes, long position) throws IOException {
        FileChannel channel = file(number).channel();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            if (position < 0) {
                channel.write(buffer);
            } else {
                channel.write(buffer, position + buffer.position());
            }
        }
        return bytes.length;
    }

    private Object truncate(int number, long size) throws IOException {
        FileChannel channel = file(number).channel();
        if (size > channel.size()) {
            channel.write(ByteBuffer.allocate(1), size - 1);
        } else {
            channel.truncate(size);
        }
        return null;
    }

    private Object sync(int number) throws IOException {
        file(number).channel().force(true);
        return null;
    }
}
