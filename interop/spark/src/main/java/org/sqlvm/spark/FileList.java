package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.sqlvm.spark.manifest.Manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The files that the option {@code path} names. */
final class FileList {
    private static final String SCHEME = "file:";
    /** Matches a path with a character that stands for others. */
    private static final String PATTERN = ".*[*?\\[{].*";

    private FileList() {}

    /**
     * Returns the absolute paths, in the order of their names.
     *
     * @param path a path, or a pattern whose last component has {@code *}, {@code ?}, <code>[…]
     *     </code> or <code>{…}</code>; several are separated by commas. A path that exists is no
     *     pattern
     * @throws IllegalArgumentException if nothing is named, or no file matches
     */
    static List<String> of(String path) {
        if (path == null || path.isBlank()) {
            throw new IllegalArgumentException("the option 'path' is missing");
        }
        Path whole = Path.of(local(path));
        if (Files.isDirectory(whole)) {
            return inFolder(whole.toAbsolutePath().normalize(), new Predicate[0]);
        }
        if (Files.exists(whole)) {
            return List.of(absolute(whole));
        }
        List<String> files = new ArrayList<>();
        for (String one : split(path)) {
            add(files, local(one.strip()));
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no file matches '" + path + "'");
        }
        return files;
    }

    /**
     * Returns the absolute path of the only file or folder that is named, which need not exist;
     * null for a pattern or several paths.
     */
    static String single(String path) {
        if (path == null || path.isBlank()) {
            return null;
        }
        String one = local(path.strip());
        boolean isOne = Files.exists(Path.of(one))
                || (!one.matches(PATTERN) && split(path).size() == 1);
        return isOne ? absolute(Path.of(one)) : null;
    }

    /**
     * Returns the files of a folder's manifest that may have rows that meet predicates, and without
     * a manifest all databases in it; the folder itself if there are none.
     */
    static List<String> inFolder(Path folder, Predicate[] predicates) {
        List<String> files = new ArrayList<>();
        if (Manifest.exists(folder)) {
            try (Manifest manifest = Manifest.read(folder)) {
                files.addAll(manifest.files(predicates));
                if (files.isEmpty() && predicates.length > 0) {
                    // One file, in which the scan finds no row.
                    files.addAll(manifest.files().stream().limit(1).toList());
                }
            }
        } else {
            add(files, folder + "/*.db");
        }
        return files.isEmpty() ? List.of(folder.toString()) : files;
    }

    private static void add(List<String> files, String path) {
        if (!path.matches(PATTERN) || Files.exists(Path.of(path))) {
            files.add(absolute(Path.of(path)));
            return;
        }
        int slash = path.lastIndexOf('/');
        Path folder = Path.of(slash < 0 ? "." : path.substring(0, slash + 1));
        List<String> matching = new ArrayList<>();
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(folder, path.substring(slash + 1))) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry)) {
                    matching.add(absolute(entry));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        matching.sort(null);
        files.addAll(matching);
    }

    /** Splits at the commas that are not within braces. */
    private static List<String> split(String paths) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < paths.length(); i++) {
            char c = paths.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}') {
                depth--;
            } else if (c == ',' && depth <= 0) {
                parts.add(paths.substring(from, i));
                from = i + 1;
            }
        }
        parts.add(paths.substring(from));
        return parts;
    }

    private static String local(String path) {
        String rest = path.startsWith(SCHEME) ? path.substring(SCHEME.length()) : path;
        return rest.startsWith("///") ? rest.substring(2) : rest;
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }
}
