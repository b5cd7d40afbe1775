package org.sqlvm.apicheck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A part of the API as a file of lines, and what a change of it needs.
 *
 * <p>The file stays equal to the API, so that a commit shows what it does to programs. A line may
 * be added at any time. A line may leave, or change, only with a version that says so: the first
 * line of the file is the version of the last release, and semantic versioning wants another major
 * version after it, or another minor one before 1.0.
 *
 * @param released the last version that was released with these lines, or {@link #NONE}
 */
record ApiFile(String released, SortedSet<String> lines) {
    static final String NONE = "none";
    private static final String HEADER = "released: ";
    private static final String SNAPSHOT = "-SNAPSHOT";
    private static final String ABSTRACT = ": abstract ";

    static ApiFile read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new ApiFile(NONE, new TreeSet<>());
        }
        List<String> lines = Files.readAllLines(file);
        String header = lines.getFirst();
        if (!header.startsWith(HEADER)) {
            throw new IOException(file + ": begins without \"" + HEADER + "\"");
        }
        return new ApiFile(
                header.substring(HEADER.length()), new TreeSet<>(lines.subList(1, lines.size())));
    }

    /** A build of a release, which is no snapshot, is the last release from then on. */
    static void write(Path file, String before, String version, SortedSet<String> lines)
            throws IOException {
        List<String> text = new ArrayList<>();
        text.add(HEADER + (version.endsWith(SNAPSHOT) ? before : version));
        text.addAll(lines);
        Files.createDirectories(file.getParent());
        Files.write(file, text);
    }

    /**
     * Returns the faults of an API in some version, in sentences.
     *
     * @param implemented the beginnings of lines of interfaces that programs do not implement
     */
    List<String> findings(String version, SortedSet<String> now, Set<String> implemented) {
        List<String> findings = new ArrayList<>();
        boolean breaks = mayBreak(version);
        for (String line : lines) {
            if (!now.contains(line) && !breaks) {
                findings.add("gone, or changed: " + line);
            }
        }
        for (String line : now) {
            if (!lines.contains(line) && !breaks && asksImplementers(line, implemented)) {
                findings.add("implementers do not have it: " + line);
            }
        }
        if (!findings.isEmpty()) {
            findings.add("Programs that ran on " + released + " break. Keep the old beside the new,"
                    + " deprecated; or raise the property revision in pom.xml to the next "
                    + (isBeforeOne(released) ? "minor" : "major")
                    + " version, as semantic versioning wants, and say it in CHANGELOG.md.");
        }
        return findings;
    }

    /** A method without a body in an interface that was there, and is not ours alone. */
    private boolean asksImplementers(String line, Set<String> implemented) {
        int end = line.indexOf(ABSTRACT);
        if (end < 0 || implemented.contains(line.substring(0, end))) {
            return false;
        }
        String type = line.substring(0, end + 2);
        return lines.stream().anyMatch(known -> known.startsWith(type));
    }

    private boolean mayBreak(String version) {
        if (released.equals(NONE)) {
            return true;
        }
        String[] last = released.split("\\.");
        String[] next = version.replace(SNAPSHOT, "").split("\\.");
        return !last[0].equals(next[0]) || (isBeforeOne(released) && !last[1].equals(next[1]));
    }

    private static boolean isBeforeOne(String version) {
        return version.startsWith("0.");
    }
}
