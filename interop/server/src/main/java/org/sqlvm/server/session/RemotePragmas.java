package org.sqlvm.server.session;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The PRAGMAs that sessions of a server may use. All others that the engine knows are refused.
 * Unknown ones have no effect, as in SQLite.
 *
 * <p>A session may set values that concern only its own connection and cost others nothing, and the
 * two numbers in the header that belong to the application. The operator of the server sets how the
 * file is written, locked and cached, in {@code SqlvmServer.Builder.onConnect}.
 */
public final class RemotePragmas {
    /** The right of a session to use a PRAGMA. */
    public enum Right {
        /** The session may read its value. */
        ASK,
        /** The session may read and set its value, or run it with an argument. */
        SET
    }

    private static final Set<String> ON = Set.of("1", "on", "true", "yes");

    /** Values of the connection, the file and the engine. */
    private static final List<String> ASKED = List.of(
            "auto_vacuum",
            "cache_size",
            "cache_spill",
            "checkpoint_fullfsync",
            "collation_list",
            "compile_options",
            "data_version",
            "database_list",
            "default_cache_size",
            "freelist_count",
            "fullfsync",
            "function_list",
            "hard_heap_limit",
            "ignore_check_constraints",
            "journal_mode",
            "journal_size_limit",
            "locking_mode",
            "max_page_count",
            "mmap_size",
            "module_list",
            "page_count",
            "page_size",
            "pragma_list",
            "schema_version",
            "secure_delete",
            "shrink_memory",
            "soft_heap_limit",
            "sqlvm_locks",
            "sqlvm_log",
            "synchronous",
            "temp_store",
            "threads",
            "trusted_schema",
            "wal_autocheckpoint",
            "writable_schema");

    /** Settings of the session alone, the application's numbers, and what tells of the schema. */
    private static final List<String> SETTABLE = List.of(
            "analysis_limit",
            "application_id",
            "automatic_index",
            "busy_timeout",
            "case_sensitive_like",
            "cell_size_check",
            "count_changes",
            "defer_foreign_keys",
            "empty_result_callbacks",
            "encoding",
            "foreign_key_check",
            "foreign_key_list",
            "foreign_keys",
            "full_column_names",
            "incremental_vacuum",
            "index_info",
            "index_list",
            "index_xinfo",
            "integrity_check",
            "legacy_alter_table",
            "optimize",
            "query_only",
            "quick_check",
            "read_uncommitted",
            "recursive_triggers",
            "reverse_unordered_selects",
            "short_column_names",
            "sqlvm_mirror",
            "table_info",
            "table_list",
            "table_xinfo",
            "user_version",
            "wal_checkpoint");

    /** Names of files on the server's machine, even if the engine should not know them. */
    private static final Set<String> DIRECTORIES =
            Set.of("data_store_directory", "temp_store_directory");

    private static final Map<String, Right> RIGHTS = rights();

    private RemotePragmas() {}

    private static Map<String, Right> rights() {
        Map<String, Right> rights = new HashMap<>();
        ASKED.forEach(name -> rights.put(name, Right.ASK));
        SETTABLE.forEach(name -> rights.put(name, Right.SET));
        return Map.copyOf(rights);
    }

    /** By name; those that are missing are refused. */
    public static Map<String, Right> all() {
        return RIGHTS;
    }

    /**
     * Whether a session may run a PRAGMA.
     *
     * @param known the PRAGMAs of the engine, in small letters
     * @param argument null for none
     * @param staysReadOnly whether the session may not end {@code query_only}
     */
    static boolean allows(Set<String> known, String name, String argument, boolean staysReadOnly) {
        String key = name.toLowerCase(Locale.ROOT);
        if (!known.contains(key)) {
            return !DIRECTORIES.contains(key);
        }
        Right right = RIGHTS.get(key);
        if (right == null || argument == null) {
            return right != null;
        }
        String value = argument.toLowerCase(Locale.ROOT);
        return switch (key) {
            case "query_only" -> !staysReadOnly || ON.contains(value);
            // The other modes make writers wait for readers.
            case "wal_checkpoint" -> value.equals("passive");
            default -> right == Right.SET;
        };
    }
}
