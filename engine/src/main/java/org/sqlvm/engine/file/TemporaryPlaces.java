package org.sqlvm.engine.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where temporary files go (sqlite.org/tempfiles.html, section 5): SQLITE_TMPDIR, TMPDIR, then
 * Java's own choice, then the usual folders of a Unix system, at last the current folder. The first
 * that is a folder to write in is taken.
 */
public final class TemporaryPlaces {
    private static final List<String> VARIABLES = List.of("SQLITE_TMPDIR", "TMPDIR");

    private static final List<String> USUAL = List.of("/var/tmp", "/usr/tmp", "/tmp", ".");

    /** How the names of SQLite's temporary files begin. */
    public static final String PREFIX = "etilqs_";

    private TemporaryPlaces() {}

    /**
     * Paths of folders that may not exist, the best first.
     *
     * @param environment the process's variables
     */
    public static List<String> of(Map<String, String> environment) {
        List<String> places = new ArrayList<>();
        for (String variable : VARIABLES) {
            String value = environment.get(variable);
            if (value != null && !value.isEmpty()) {
                places.add(value);
            }
        }
        String own = System.getProperty("java.io.tmpdir");
        if (own != null) {
            places.add(own);
        }
        places.addAll(USUAL);
        return places;
    }
}
