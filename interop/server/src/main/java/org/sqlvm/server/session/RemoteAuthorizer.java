package org.sqlvm.server.session;

import org.sqlvm.api.Authorizer;
import org.sqlvm.api.AuthorizerAction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps clients from the files of the server's machine, and from settings that concern others: all
 * that they reach is the database.
 *
 * <p>A program that an authorizer has judged is not shared, and not compiled a second time for
 * vectors. So it is asked about those statements alone that have one of the words of what it
 * refuses, wherever that stands.
 */
final class RemoteAuthorizer implements Authorizer {
    /** Words of what reaches files. */
    private static final Pattern FILES = Pattern.compile(
            "attach|vacuum|copy|csv|read_|readfile|writefile|load_extension|fts3_tokenizer"
                    + "|\\bedit\\b|_directory",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PRAGMA = Pattern.compile("pragma", Pattern.CASE_INSENSITIVE);

    /** A definition whose text is run later, when its words do not show. */
    private static final Pattern TEMPORARY =
            Pattern.compile("\\btemp(orary)?\\b", Pattern.CASE_INSENSITIVE);

    private static final Set<String> FILE_FUNCTIONS =
            Set.of("edit", "fts3_tokenizer", "load_extension", "readfile", "writefile");

    /** How the names of functions begin that read files as tables: formats come from other jars. */
    private static final String READS_FILES = "read_";

    /** A table of what other sessions have asked. It also hides in views. */
    private static final String STATEMENTS = "sqlvm_statements";

    private final Authorizer own;
    private final boolean mayUseFiles;
    private final boolean staysReadOnly;
    private final Set<String> pragmas;

    /**
     * An authorizer.
     *
     * @param own the program's, which is asked about what is not refused here; null for none
     * @param mayUseFiles whether nothing is refused that reaches files
     * @param staysReadOnly whether {@code PRAGMA query_only} may not be switched off
     * @param pragmas that the engine knows, in small letters
     */
    RemoteAuthorizer(
            Authorizer own, boolean mayUseFiles, boolean staysReadOnly, Set<String> pragmas) {
        this.own = own;
        this.mayUseFiles = mayUseFiles;
        this.staysReadOnly = staysReadOnly;
        this.pragmas = pragmas;
    }

    /** Whether a statement may have something to be refused. */
    static boolean concerns(String text, boolean mayUseFiles) {
        return PRAGMA.matcher(text).find()
                || (!mayUseFiles && FILES.matcher(text).find());
    }

    /** Whether a statement may define what reaches files later, without a word that shows it. */
    static boolean hidesFiles(String text) {
        return FILES.matcher(text).find() && TEMPORARY.matcher(text).find();
    }

    /** Whether a statement names what no session may read, not in the text of a view either. */
    static boolean isRefused(String text) {
        return text.toLowerCase(Locale.ROOT).contains(STATEMENTS);
    }

    @Override
    public int authorize(int action, String first, String second, String database, String source) {
        boolean isDenied = switch (action) {
            case AuthorizerAction.PRAGMA ->
                !RemotePragmas.allows(pragmas, first, second, staysReadOnly);
            // An empty name is a database that is deleted when it is closed.
            case AuthorizerAction.ATTACH -> !mayUseFiles;
            case AuthorizerAction.CREATE_VTABLE ->
                !mayUseFiles && (lower(second).equals("csv") || readsFiles(second));
            case AuthorizerAction.FUNCTION ->
                !mayUseFiles && (FILE_FUNCTIONS.contains(lower(second)) || readsFiles(second));
            default -> false;
        };
        if (isDenied) {
            return DENY;
        }
        return own == null ? OK : own.authorize(action, first, second, database, source);
    }

    private static boolean readsFiles(String function) {
        return lower(function).startsWith(READS_FILES);
    }

    private static String lower(String name) {
        return name == null ? "" : name.toLowerCase(Locale.ROOT);
    }
}
