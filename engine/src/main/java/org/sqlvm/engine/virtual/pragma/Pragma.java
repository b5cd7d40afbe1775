package org.sqlvm.engine.virtual.pragma;

import org.sqlvm.engine.schema.Settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A PRAGMA of SQLite and the columns of its rows (sqlite.org/pragma.html).
 *
 * @param columns the columns of its rows; empty if it is no table
 * @param takesArgument as a table it has a hidden column arg
 * @param takesDatabase as a table it has a hidden column schema
 */
public record Pragma(
        String name, List<String> columns, boolean takesArgument, boolean takesDatabase) {

    /** Every PRAGMA there is, sorted by name. */
    public static final List<Pragma> ALL = all();

    private static final Map<String, Pragma> BY_NAME = byName();

    /** The PRAGMAs about the connection alone, beside {@link Settings}. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "analysis_limit",
            "automatic_index",
            "busy_timeout",
            "cache_spill",
            "case_sensitive_like",
            "cell_size_check",
            "checkpoint_fullfsync",
            "collation_list",
            "compile_options",
            "database_list",
            "empty_result_callbacks",
            "full_column_names",
            "fullfsync",
            "function_list",
            "hard_heap_limit",
            "journal_size_limit",
            "locking_mode",
            "module_list",
            "pragma_list",
            "read_uncommitted",
            "reverse_unordered_selects",
            "secure_delete",
            "short_column_names",
            "soft_heap_limit",
            "sqlvm_locks",
            "sqlvm_log",
            "sqlvm_statements",
            "temp_store",
            "threads",
            "trusted_schema",
            "wal_autocheckpoint");

    /** The PRAGMAs that are about all databases if none is named. */
    private static final Set<String> OF_SCHEMA = Set.of(
            "foreign_key_list",
            "index_info",
            "index_list",
            "index_xinfo",
            "table_info",
            "table_list",
            "table_xinfo");

    private static List<Pragma> all() {
        List<Pragma> all = new ArrayList<>();
        for (String name : List.of(
                "analysis_limit",
                "application_id",
                "automatic_index",
                "cell_size_check",
                "checkpoint_fullfsync",
                "compile_options",
                "count_changes",
                "data_version",
                "defer_foreign_keys",
                "empty_result_callbacks",
                "encoding",
                "foreign_keys",
                "freelist_count",
                "full_column_names",
                "fullfsync",
                "hard_heap_limit",
                "ignore_check_constraints",
                "legacy_alter_table",
                "query_only",
                "read_uncommitted",
                "recursive_triggers",
                "reverse_unordered_selects",
                "schema_version",
                "secure_delete",
                "short_column_names",
                "soft_heap_limit",
                "temp_store",
                "threads",
                "trusted_schema",
                "user_version",
                "writable_schema")) {
            all.add(new Pragma(name, List.of(name), false, false));
        }
        for (String name : List.of(
                "auto_vacuum",
                "cache_size",
                "cache_spill",
                "journal_mode",
                "journal_size_limit",
                "locking_mode",
                "max_page_count",
                "page_count",
                "page_size",
                "synchronous")) {
            all.add(new Pragma(name, List.of(name), false, true));
        }
        for (String name : List.of(
                "case_sensitive_like",
                "incremental_vacuum",
                "mmap_size",
                "shrink_memory",
                "sqlvm_mirror",
                "sqlvm_mirror_drop",
                "temp_store_directory",
                "wal_autocheckpoint",
                "wal_checkpoint")) {
            all.add(new Pragma(name, List.of(), false, false));
        }
        all.add(new Pragma("busy_timeout", List.of("timeout"), false, false));
        all.add(new Pragma("default_cache_size", List.of("cache_size"), false, true));
        all.add(new Pragma("optimize", List.of("optimize"), true, false));
        all.add(new Pragma("integrity_check", List.of("integrity_check"), true, true));
        all.add(new Pragma("quick_check", List.of("quick_check"), true, true));
        all.addAll(lists());
        all.sort((left, right) -> left.name.compareTo(right.name));
        return List.copyOf(all);
    }

    /** Those that tell of the schema and of what there is. */
    private static List<Pragma> lists() {
        List<String> info = List.of("cid", "name", "type", "notnull", "dflt_value", "pk");
        List<String> moreInfo = new ArrayList<>(info);
        moreInfo.add("hidden");
        return List.of(
                new Pragma("collation_list", List.of("seq", "name"), false, false),
                new Pragma("database_list", List.of("seq", "name", "file"), false, false),
                new Pragma(
                        "foreign_key_check",
                        List.of("table", "rowid", "parent", "fkid"),
                        true,
                        true),
                new Pragma(
                        "foreign_key_list",
                        List.of(
                                "id",
                                "seq",
                                "table",
                                "from",
                                "to",
                                "on_update",
                                "on_delete",
                                "match"),
                        true,
                        true),
                new Pragma(
                        "function_list",
                        List.of("name", "builtin", "type", "enc", "narg", "flags"),
                        false,
                        false),
                new Pragma("index_info", List.of("seqno", "cid", "name"), true, true),
                new Pragma(
                        "index_list",
                        List.of("seq", "name", "unique", "origin", "partial"),
                        true,
                        true),
                new Pragma(
                        "index_xinfo",
                        List.of("seqno", "cid", "name", "desc", "coll", "key"),
                        true,
                        true),
                new Pragma("module_list", List.of("name"), false, false),
                new Pragma("pragma_list", List.of("name"), false, false),
                new Pragma(
                        "sqlvm_locks",
                        List.of("schema", "lock", "mode", "connections", "own", "frame"),
                        false,
                        false),
                new Pragma(
                        "sqlvm_log",
                        List.of("schema", "frames", "checkpointed", "page_size", "bytes"),
                        false,
                        false),
                new Pragma(
                        "sqlvm_statements",
                        List.of("sql", "is_shape", "uses", "instructions"),
                        false,
                        false),
                new Pragma("table_info", info, true, true),
                new Pragma(
                        "table_list",
                        List.of("schema", "name", "type", "ncol", "wr", "strict"),
                        true,
                        false),
                new Pragma("table_xinfo", List.copyOf(moreInfo), true, true));
    }

    private static Map<String, Pragma> byName() {
        Map<String, Pragma> map = new HashMap<>();
        ALL.forEach(pragma -> map.put(pragma.name, pragma));
        return map;
    }

    /** The PRAGMA called {@code name} in any case, or null. */
    public static Pragma find(String name) {
        return BY_NAME.get(name.toLowerCase(Locale.ROOT));
    }

    /** Whether no database is read to answer the PRAGMA called {@code name}. */
    public static boolean isOfConnection(String name) {
        return OF_CONNECTION.contains(name) || Settings.isSetting(name);
    }

    /** Whether it tells of the schemas, of all databases if none is named. */
    public boolean isOfSchema() {
        return OF_SCHEMA.contains(name);
    }

    /** Whether there is a table {@code pragma_name}. */
    public boolean hasTable() {
        return !columns.isEmpty();
    }
}
