package org.sqlvm.engine.codegen.pragma;

import org.sqlvm.engine.codegen.schema.Homes;
import org.sqlvm.engine.codegen.schema.IntegrityCode;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.AutoVacuum;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.ConnectionFunctions;
import org.sqlvm.engine.row.function.PatternFunctions;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Settings;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.virtual.PragmaTable;
import org.sqlvm.engine.virtual.StatelessTable;
import org.sqlvm.engine.virtual.pragma.Pragma;
import org.sqlvm.engine.virtual.pragma.PragmaNumber;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * PRAGMA. Values are read when the statement runs: connections share programs, and each run has to
 * return the values of its own time and connection. As in SQLite an unknown pragma does nothing.
 */
public final class PragmaCode {
    /** Fields of ReadCookie and SetCookie. */
    private static final Map<String, Integer> COOKIES = Map.of(
            "freelist_count", 0, "schema_version", 1, "user_version", 6, "application_id", 8);

    /** The fields of {@link #COOKIES} that may be set. */
    private static final List<String> WRITABLE_COOKIES =
            List.of("user_version", "application_id", "schema_version");

    private static final int DEFAULT_CACHE_SIZE = 3;

    /** The PRAGMAs that the connection answers. */
    private static final List<String> VALUES =
            List.of("analysis_limit", "data_version", "default_cache_size", "temp_store");

    /** The PRAGMAs about the storage of a database: the connection reads and sets them. */
    private static final List<String> STORAGE = List.of(
            "auto_vacuum",
            "automatic_index",
            "busy_timeout",
            "cache_size",
            "cache_spill",
            "cell_size_check",
            "checkpoint_fullfsync",
            "empty_result_callbacks",
            "encoding",
            "fullfsync",
            "hard_heap_limit",
            "journal_mode",
            "journal_size_limit",
            "locking_mode",
            "max_page_count",
            "page_size",
            "read_uncommitted",
            "reverse_unordered_selects",
            "secure_delete",
            "soft_heap_limit",
            "synchronous",
            "threads",
            "wal_autocheckpoint");

    /** The settings that return their value when they have been set. */
    private static final List<String> TELLING = List.of(
            "busy_timeout",
            "hard_heap_limit",
            "journal_mode",
            "journal_size_limit",
            "locking_mode",
            "max_page_count",
            "secure_delete",
            "soft_heap_limit",
            "threads",
            "wal_autocheckpoint");

    /** The settings that are set for all databases if none is named. */
    private static final List<String> FOR_ALL =
            List.of("journal_mode", "locking_mode", "secure_delete");

    /** Settings of speed and memory alone, which need not be followed. */
    private static final List<String> WISHES = List.of("mmap_size", "shrink_memory");

    /** The columns of {@code PRAGMA sqlvm_mirror}, without and with a table. */
    private static final List<String> MIRROR_COLUMNS = List.of(
            "table", "column", "encodings", "partitions", "rows", "bytes", "loaded", "shared");

    private static final List<String> PARTITION_COLUMNS =
            List.of("column", "partition", "rows", "encoding", "bytes", "least", "greatest");

    private final Assembler assembler;
    private final Schema schema;
    /** The schema of the database that the PRAGMA names; without a name, that of all. */
    private Schema asked;

    private PragmaCode(Assembler assembler, Schema schema) {
        this.assembler = assembler;
        this.schema = schema;
    }

    public static boolean needsSchema(Statement.Pragma tree) {
        String name = tree.name().name().text().toLowerCase(Locale.ROOT);
        boolean setsPageSize = name.equals("page_size") && tree.value() != null;
        return !setsPageSize && !Pragma.isOfConnection(name) && !WISHES.contains(name);
    }

    /** Emits the rows and gives their columns. */
    public static List<ResultColumn> emit(
            Assembler assembler, Statement.Pragma pragma, Schema schema) {
        return new PragmaCode(assembler, schema).emit(pragma);
    }

    private List<ResultColumn> emit(Statement.Pragma tree) {
        Name database = tree.name().schema();
        asked = database == null ? schema : Homes.named(schema, database);
        Pragma pragma = Pragma.find(tree.name().name().text());
        if (pragma == null) {
            return List.of();
        }
        String name = pragma.name();
        if (name.equals("case_sensitive_like")) {
            return caseSensitiveLike(tree.value());
        }
        if (name.equals("temp_store") && tree.value() != null) {
            setting(ConnectionFunctions.SET_TEMP_STORE, tempStore(tree.value()));
            return List.of();
        }
        if (name.equals("incremental_vacuum")) {
            assembler.transaction(asked.number(), true);
            String count = tree.value() == null ? "0" : tree.value();
            int argument = assembler.literal(Text.of(count));
            assembler.add(
                    Opcode.PragmaSet, asked.number(), assembler.register(), argument, name, 0);
            return List.of();
        }
        if (name.equals("wal_checkpoint")) {
            return checkpoint(tree.value(), tree.name().schema() == null);
        }
        if (name.equals("analysis_limit")) {
            setAnalysisLimit(tree.value());
            give(Opcode.PragmaValue, 0, name);
            return columns(pragma);
        }
        if (name.equals("optimize")) {
            OptimizeCode.emit(assembler, tree.value(), asked);
            return columns(pragma);
        }
        if (name.equals("integrity_check") || name.equals("quick_check")) {
            boolean quick = name.startsWith("quick");
            IntegrityCode.emit(assembler, quick, tree.value(), asked);
            return columns(pragma);
        }
        if (name.equals("sqlvm_mirror")) {
            return tree.value() == null
                    ? mirror(MIRROR_COLUMNS, null)
                    : mirror(PARTITION_COLUMNS, tree.value());
        }
        if (name.equals("sqlvm_mirror_drop")) {
            assembler.add(Opcode.MirrorDrop, 0, 0, 0);
            return List.of();
        }
        if (name.equals("foreign_key_check")) {
            ForeignKeyCheckCode.emit(assembler, tree.value(), asked);
            return columns(pragma);
        }
        boolean setting = tree.value() != null && !pragma.takesArgument();
        boolean readOnly = name.endsWith("_list")
                || List.of("freelist_count", "page_count", "data_version").contains(name);
        if (setting && !readOnly) {
            return set(tree, pragma);
        }
        if (COOKIES.containsKey(name)) {
            give(Opcode.ReadCookie, COOKIES.get(name), null);
        } else if (name.equals("page_count")) {
            give(Opcode.Pagecount, 0, null);
        } else if (VALUES.contains(name)
                || STORAGE.contains(name)
                || Settings.isSetting(name)
                || PragmaRows.constant(name) != null) {
            give(Opcode.PragmaValue, 0, name);
        } else if (pragma.hasTable()) {
            rows(pragma, tree);
        } else if (!WISHES.contains(name)) {
            throw SqlException.notSupported("PRAGMA " + name, tree.span().start());
        }
        return columns(pragma);
    }

    /**
     * Compiles {@code PRAGMA name = value}: values of the connection, PRAGMAs without visible
     * effect, and two header fields.
     */
    private List<ResultColumn> set(Statement.Pragma tree, Pragma pragma) {
        String value = tree.value();
        if (Settings.isSetting(pragma.name())) {
            boolean reset =
                    pragma.name().equals("writable_schema") && value.equalsIgnoreCase("reset");
            int on = PragmaNumber.isOn(value) ? 1 : 0;
            assembler.add(Opcode.SetPragma, on, reset ? 1 : 0, 0, pragma.name(), 0);
            return List.of();
        }
        if (STORAGE.contains(pragma.name())) {
            int target = assembler.register();
            int argument = assembler.literal(Text.of(value));
            if (tree.name().schema() == null && FOR_ALL.contains(pragma.name())) {
                for (Schema other : schema.databases().reversed()) {
                    if (other.number() > DatabaseId.TEMP.number()) {
                        assembler.add(
                                Opcode.PragmaSet,
                                other.number(),
                                target,
                                argument,
                                pragma.name(),
                                0);
                    }
                }
            }
            assembler.add(Opcode.PragmaSet, asked.number(), target, argument, pragma.name(), 0);
            if (pragma.name().equals("auto_vacuum")
                    && AutoVacuum.of(value, PragmaNumber.leading(value)) != AutoVacuum.NONE) {
                // As in SQLite, an empty database gets its first page; another one gets the value
                // alone.
                assembler.laterWrite(asked.number());
                assembler.add(Opcode.PragmaSet, asked.number(), target, argument, pragma.name(), 0);
            }
            if (!TELLING.contains(pragma.name())) {
                return List.of();
            }
            assembler.add(Opcode.ResultRow, target, 1, 0);
            return columns(pragma);
        }
        if (WRITABLE_COOKIES.contains(pragma.name())) {
            int field = COOKIES.get(pragma.name());
            if (pragma.name().equals("schema_version") && asked.settings().isDefensive()) {
                return List.of();
            }
            assembler.add(
                    Opcode.SetCookie, asked.number(), field, PragmaNumber.leading(value), null, 1);
            return List.of();
        }
        if (pragma.name().equals("default_cache_size")) {
            int size = Math.abs(PragmaNumber.leading(value));
            assembler.add(Opcode.SetCookie, asked.number(), DEFAULT_CACHE_SIZE, size, null, 1);
            return List.of();
        }
        Object constant = PragmaRows.constant(pragma.name());
        boolean same =
                constant != null && (constant.equals(flag(value)) || isText(constant, value));
        if (!same && !WISHES.contains(pragma.name())) {
            throw SqlException.notSupported(
                    "PRAGMA " + pragma.name() + " = …", tree.span().start());
        }
        return List.of();
    }

    private List<ResultColumn> checkpoint(String mode, boolean all) {
        int target = assembler.registers(3);
        String word = mode == null ? "passive" : mode;
        assembler.add(Opcode.Checkpoint, asked.number(), target, all ? 1 : 0, word, 0);
        assembler.add(Opcode.ResultRow, target, 3, 0);
        return columns(List.of("busy", "log", "checkpointed"));
    }

    private static boolean isText(Object constant, String value) {
        return constant.toString().equalsIgnoreCase(value);
    }

    /** ON, YES, TRUE, FULL and a number, as SQLite reads them. */
    private static Long flag(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "on", "yes", "true" -> 1L;
            case "off", "no", "false" -> 0L;
            case "full" -> 2L;
            default -> value.matches("[+-]?[0-9]{1,18}") ? Long.valueOf(value) : null;
        };
    }

    private static List<ResultColumn> columns(Pragma pragma) {
        List<String> names = pragma.columns().isEmpty() && STORAGE.contains(pragma.name())
                ? List.of(pragma.name())
                : pragma.columns();
        return columns(names);
    }

    private static List<ResultColumn> columns(List<String> names) {
        return names.stream()
                .map(name -> new ResultColumn(name, null, null, null, null))
                .toList();
    }

    private void give(Opcode opcode, int field, String name) {
        if (name == null || !Pragma.isOfConnection(name)) {
            assembler.transaction(asked.number(), false);
        }
        int target = assembler.register();
        assembler.add(opcode, asked.number(), target, field, name, 0);
        assembler.add(Opcode.ResultRow, target, 1, 0);
    }

    /** The rows are those of the table of the same name. */
    private void rows(Pragma pragma, Statement.Pragma tree) {
        int cursor = assembler.cursor();
        int width = pragma.columns().size();
        int row = assembler.registers(width);
        int request = assembler.registers(2);
        int end = assembler.label();
        assembler.add(Opcode.VOpen, cursor, 0, 0, StatelessTable.of(pragma), 0);
        assembler.load(text(tree.value()), request);
        Name database = tree.name().schema();
        assembler.load(text(database == null ? null : database.text()), request + 1);
        assembler.add(Opcode.VFilter, cursor, end, request, PragmaTable.STATEMENT, 2);
        int top = assembler.here();
        for (int i = 0; i < width; i++) {
            assembler.add(Opcode.VColumn, cursor, i, row + i);
        }
        assembler.add(Opcode.ResultRow, row, width, 0);
        assembler.add(Opcode.VNext, cursor, top, 0);
        assembler.bind(end);
    }

    private static Object text(String value) {
        return value == null ? SqlNull.NULL : Text.of(value);
    }

    /** A setting of the connection: it is set when the statement runs. */
    private List<ResultColumn> caseSensitiveLike(String value) {
        if (value != null) {
            setting(PatternFunctions.SET_CASE, PragmaNumber.isOn(value) ? 1L : 0L);
        }
        return List.of();
    }

    private void setting(ScalarFunction function, long value) {
        FunctionCall call = new FunctionCall(function, 1, Collation.BINARY, false);
        int argument = assembler.literal(value);
        assembler.add(Opcode.Function, 0, argument, assembler.register(), call, 1);
    }

    /** A number of 0 or more is set; anything else changes nothing. */
    private void setAnalysisLimit(String value) {
        Long number = value == null ? null : PragmaNumber.whole(value);
        if (number != null && number >= 0) {
            setting(ConnectionFunctions.SET_ANALYSIS_LIMIT, number & Integer.MAX_VALUE);
        }
    }

    /**
     * Emits the rows about the columns that the connection caches for vectorized scans.
     *
     * @param only the table whose partitions are shown; or null
     */
    private List<ResultColumn> mirror(List<String> names, String only) {
        int width = names.size();
        int table = assembler.cursor();
        int first = assembler.registers(width);
        int end = assembler.label();
        assembler.add(Opcode.HashOpen, table, 0, width, new KeyInfo(List.of()), 0);
        assembler.add(Opcode.MirrorData, table, 0, 0, only, 0);
        assembler.add(Opcode.HashRewind, table, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.HashData, table, 0, first, null, width);
        assembler.add(Opcode.ResultRow, first, width, 0);
        assembler.add(Opcode.HashNext, table, top, 0);
        assembler.bind(end);
        return columns(names);
    }

    /** As SQLite reads it: a digit from 0 to 2, FILE, MEMORY; anything else is the default. */
    private static long tempStore(String value) {
        if (!value.isEmpty() && value.charAt(0) >= '0' && value.charAt(0) <= '2') {
            return (long) value.charAt(0) - '0';
        }
        return value.equalsIgnoreCase("file") ? 1 : value.equalsIgnoreCase("memory") ? 2 : 0;
    }
}
