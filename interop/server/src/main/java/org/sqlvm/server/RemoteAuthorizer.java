package org.sqlvm.server;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.AuthorizerAction;

import java.util.Locale;
import java.util.Set;

/** Keeps clients from the files of the server's machine: all that they reach is the database. */
final class RemoteAuthorizer implements Authorizer {
    private static final Set<String> FILE_FUNCTIONS = Set.of(
            "edit",
            "fts3_tokenizer",
            "load_extension",
            "readfile",
            "writefile");

    /** How the names of functions begin that read files as tables: formats come from other jars. */
    private static final String READS_FILES = "read_";

    /** They name files, or change what sessions have in common on the machine. */
    private static final Set<String> PRAGMAS =
            Set.of("temp_store_directory", "data_store_directory", "sqlvm_mirror_drop");

    @Override
    public int authorize(int action, String first, String second, String database, String source) {
        boolean isDenied = switch (action) {
            // An empty name is a database that is deleted when it is closed.
            case AuthorizerAction.ATTACH -> true;
            case AuthorizerAction.CREATE_VTABLE ->
                lower(second).equals("csv") || lower(second).startsWith(READS_FILES);
            case AuthorizerAction.FUNCTION ->
                FILE_FUNCTIONS.contains(lower(second)) || lower(second).startsWith(READS_FILES);
            case AuthorizerAction.PRAGMA -> PRAGMAS.contains(lower(first));
            default -> false;
        };
        return isDenied ? DENY : OK;
    }

    private static String lower(String name) {
        return name == null ? "" : name.toLowerCase(Locale.ROOT);
    }
}
