package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Paths with wildcards: {@code *} and {@code ?} stand for characters of a name, {@code [a-z]} for
 * one of some, {@code **} for any folders. Names that begin with a dot are found by a pattern that
 * begins with one only.
 */
public final class FilePattern {
    private static final String ANY_FOLDERS = "**";

    private final FileSystem files;
    private final String[] parts;
    private final TreeSet<String> found = new TreeSet<>();

    /** The canonical paths of the folders that have been searched. */
    private final Collection<String> folders;

    private FilePattern(FileSystem files, String[] parts, Collection<String> folders) {
        this.files = files;
        this.parts = parts;
        this.folders = folders;
    }

    /**
     * The files that a path means, sorted; the path itself if it has no wildcards, or if there is a
     * file that is called so.
     *
     * @throws SqlException if there is none
     */
    public static List<String> find(FileSystem files, String path) {
        return find(files, path, new ArrayList<>());
    }

    /**
     * Finds files as {@link #find(FileSystem, String)} does.
     *
     * @param folders takes the canonical paths of the folders that are searched
     */
    public static List<String> find(FileSystem files, String path, Collection<String> folders) {
        try {
            if (!isPattern(path) || files.exists(files.canonicalPath(path))) {
                return List.of(path);
            }
        } catch (IOException | IllegalArgumentException _) {
            return List.of(path); // The error comes when it is opened.
        }
        FilePattern pattern = new FilePattern(files, path.split("/", -1), folders);
        pattern.expand("", 0);
        if (pattern.found.isEmpty()) {
            throw SqlException.error("no files match '" + path + "'");
        }
        return List.copyOf(pattern.found);
    }

    /** Whether a path has wildcards. */
    public static boolean isPattern(String path) {
        return path.indexOf('*') >= 0 || path.indexOf('?') >= 0 || path.indexOf('[') >= 0;
    }

    /** @param folder empty, or ending in a slash */
    private void expand(String folder, int index) {
        String part = parts[index];
        boolean last = index == parts.length - 1;
        if (part.equals(ANY_FOLDERS)) {
            if (!last) {
                expand(folder, index + 1);
            }
            for (String name : names(folder)) {
                boolean isFolder = name.endsWith("/");
                if (isFolder && !name.startsWith(".")) {
                    expand(folder + name, index);
                } else if (last && !name.startsWith(".")) {
                    found.add(folder + name);
                }
            }
        } else if (isPattern(part)) {
            Pattern pattern = Pattern.compile(expression(part), Pattern.DOTALL);
            for (String name : names(folder)) {
                boolean isFolder = name.endsWith("/");
                String bare = isFolder ? name.substring(0, name.length() - 1) : name;
                boolean hidden = bare.startsWith(".") && !part.startsWith(".");
                if (isFolder != last && !hidden && pattern.matcher(bare).matches()) {
                    addOrExpand(folder + name, index, last);
                }
            }
        } else if (!last) {
            expand(folder + part + "/", index + 1);
        } else if (names(folder).contains(part)) {
            found.add(folder + part);
        }
    }

    private void addOrExpand(String path, int index, boolean last) {
        if (last) {
            found.add(path);
        } else {
            expand(path, index + 1);
        }
    }

    /** What is in a folder; nothing if it cannot be read. */
    private List<String> names(String folder) {
        try {
            String canonical = files.canonicalPath(folder.isEmpty() ? "." : folder);
            folders.add(canonical);
            return files.list(canonical);
        } catch (IOException | IllegalArgumentException _) {
            return List.of();
        }
    }

    private static String expression(String glob) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            int close = c == '[' ? glob.indexOf(']', i + 2) : -1;
            if (close > 0) {
                expression.append(set(glob.substring(i + 1, close)));
                i = close;
            } else if (c == '*') {
                expression.append(".*");
            } else if (c == '?') {
                expression.append('.');
            } else {
                expression.append(quoted(c));
            }
        }
        return expression.toString();
    }

    private static String set(String members) {
        boolean not = members.startsWith("!") && members.length() > 1;
        StringBuilder expression = new StringBuilder(not ? "[^" : "[");
        for (char member : (not ? members.substring(1) : members).toCharArray()) {
            expression.append(member == '-' ? "-" : quoted(member));
        }
        return expression.append(']').toString();
    }

    private static String quoted(char c) {
        return Character.isLetterOrDigit(c) ? String.valueOf(c) : "\\" + c;
    }
}
