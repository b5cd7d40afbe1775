package org.sqlvm.engine.virtual.many;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileIdentity;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbType;
import org.sqlvm.engine.virtual.files.FilePattern;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The database files that paths name: a path is a file, a pattern, or a folder, which stands for
 * the database files in it.
 *
 * @param members in the order of the paths, those of a pattern or folder sorted; each file once
 * @param folders the folders that were searched, with their states then
 * @param lookedNs when that was, in nanoseconds since 1970
 */
public record FileSet(
        FileSystem files,
        List<String> paths,
        List<Member> members,
        TreeMap<String, FileIdentity> folders,
        long lookedNs) {
    /** The extensions of the files in a folder that are databases. */
    private static final Set<String> EXTENSIONS =
            Set.of("db", "db3", "s3db", "sl3", "sqlite", "sqlite3");

    /** The ends of the names of files that stand beside a database. */
    private static final List<String> BESIDE = List.of("-wal", "-shm", "-journal");

    /** Two changes of a folder within this time may leave the same time in it. */
    private static final long CLOCK_NS = TimeUnit.SECONDS.toNanos(2);

    /**
     * A file.
     *
     * @param path as written, or as a pattern has found it
     * @param canonical the absolute path with links resolved
     */
    public record Member(String path, String canonical) {
        /** Returns the file's name without folders and extension. */
        public String database() {
            String name =
                    path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
            int dot = name.lastIndexOf('.');
            return dot > 0 ? name.substring(0, dot) : name;
        }
    }

    /**
     * Finds the files.
     *
     * @throws SqlException if a pattern or a folder has none
     */
    public static FileSet of(FileSystem files, List<String> paths) {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        Set<String> searched = new TreeSet<>();
        Set<String> known = new LinkedHashSet<>();
        List<Member> members = new ArrayList<>();
        for (String path : paths) {
            for (String found : find(files, path, searched)) {
                String canonical = canonical(files, found);
                if (known.add(canonical)) {
                    members.add(new Member(found, canonical));
                }
            }
        }
        TreeMap<String, FileIdentity> folders = new TreeMap<>();
        searched.forEach(folder -> folders.put(folder, identity(files, folder)));
        return new FileSet(files, List.copyOf(paths), List.copyOf(members), folders, now);
    }

    /**
     * The paths that the name of a database for ATTACH stands for.
     *
     * @return null if it is the name of one database
     */
    public static List<String> attached(FileSystem files, String name) {
        if (name.startsWith("[") && name.endsWith("]")) {
            List<String> listed = list(name);
            if (listed != null && !exists(files, name)) {
                return listed;
            }
        }
        boolean many = !name.isEmpty()
                && !name.startsWith(":")
                && (FilePattern.isPattern(name) ? !exists(files, name) : isFolder(files, name));
        return many ? List.of(name) : null;
    }

    /** The texts of an array in JSON; null if it is something else. */
    private static List<String> list(String json) {
        Jsonb document = Jsonb.parseOrNull(Text.of(json));
        if (document == null || document.type(0) != JsonbType.ARRAY) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        int end = document.end(0);
        for (int element = document.payload(0); element < end; element = document.end(element)) {
            if (!(JsonValue.of(document, element, false) instanceof Text text)) {
                return null;
            }
            texts.add(text.toString());
        }
        return texts.isEmpty() ? null : texts;
    }

    private static List<String> find(FileSystem files, String path, Set<String> folders) {
        if (isFolder(files, path)) {
            List<String> found = databases(files, path);
            folders.add(canonical(files, path));
            if (found.isEmpty()) {
                throw SqlException.error("no database files in '" + path + "'");
            }
            return found;
        }
        List<String> found = FilePattern.find(files, path, folders);
        if (found.size() == 1 && found.getFirst().equals(path)) {
            return found;
        }
        List<String> databases = found.stream()
                .filter(each -> BESIDE.stream().noneMatch(each::endsWith))
                .toList();
        if (databases.isEmpty()) {
            throw SqlException.error("no files match '" + path + "'");
        }
        return databases;
    }

    private static List<String> databases(FileSystem files, String folder) {
        String prefix = folder.endsWith("/") ? folder : folder + "/";
        try {
            return files.list(canonical(files, folder)).stream()
                    .filter(name -> !name.endsWith("/") && !name.startsWith("."))
                    .filter(name -> EXTENSIONS.contains(
                            name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)))
                    .sorted()
                    .map(name -> prefix + name)
                    .toList();
        } catch (IOException _) {
            return List.of();
        }
    }

    private static boolean isFolder(FileSystem files, String path) {
        try {
            return files.isFolder(files.canonicalPath(path));
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean exists(FileSystem files, String path) {
        try {
            return files.exists(files.canonicalPath(path));
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }

    private static String canonical(FileSystem files, String path) {
        try {
            return files.canonicalPath(path);
        } catch (IOException | IllegalArgumentException _) {
            return path; // The error comes when it is opened.
        }
    }

    private static FileIdentity identity(FileSystem files, String path) {
        try {
            return files.identity(path);
        } catch (IOException | IllegalArgumentException _) {
            return null;
        }
    }

    /** Whether the paths still stand for these files. */
    boolean isCurrent() {
        return folders.entrySet().stream()
                        .allMatch(each -> isSettled(each.getValue())
                                && each.getValue().equals(identity(files, each.getKey())))
                || of(files, paths).members.equals(members);
    }

    private boolean isSettled(FileIdentity folder) {
        return folder != null && lookedNs - folder.lastChangeNs() > CLOCK_NS;
    }
}
