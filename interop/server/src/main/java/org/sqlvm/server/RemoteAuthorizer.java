package org.sqlvm.server;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.AuthorizerAction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps clients from the files of the server's machine: all that they reach is the database.
 *
 * <p>A program that an authorizer has judged is not shared, and not compiled a second time for
 * vectors. So it is asked about those statements alone that have one of the words of what it
 * refuses, wherever that stands.
 */
final class RemoteAuthorizer implements Authorizer {
    private static final Pattern WORDS = Pattern.compile(
            "attach|vacuum|copy|csv|read_|readfile|writefile|load_extension|fts3_tokenizer|\\bedit\\b"
                + "|_directory|sqlvm_mirror_drop|writable_schema",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> FILE_FUNCTIONS =
            Set.of("edit", "fts3_tokenizer", "load_extension", "readfile", "writefile");

    /** How the names of functions begin that read files as tables: formats come from other jars. */
    private static final String READS_FILES = "read_";

    /**
     * They name files, change what sessions have in common on the machine, or make tables that
     * nobody is asked about: a row in the schema of temp may say that it reads a file.
     */
    private static final Set<String> PRAGMAS = Set.of(
            "temp_store_directory", "data_store_directory", "sqlvm_mirror_drop", "writable_schema");

    private final Authorizer own;

    /** @param own the program's, which is asked about what is not refused here; null for none */
    RemoteAuthorizer(Authorizer own) {
        this.own = own;
    }

    /** Whether a statement may have something to be refused. */
    static boolean concerns(String text) {
        return WORDS.matcher(text).find();
    }

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
        if (isDenied) {
            return DENY;
        }
        return own == null ? OK : own.authorize(action, first, second, database, source);
    }

    private static String lower(String name) {
        return name == null ? "" : name.toLowerCase(Locale.ROOT);
    }
}
