package org.sqlvm.test.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.sql.StatementShape;
import org.sqlvm.language.FilesOfContext;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** sqlvm through its plain Java interface. All connections of a process share one engine. */
public final class SqlvmEngine implements TestEngine {
    private static final String LANGUAGE = "sqlvm";

    /** SQLITE_CANTOPEN, for an error of opening that brings no code. */
    private static final int CANNOT_OPEN = 14;

    private static final Engine ENGINE =
            Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();

    /** In the key of a shape: the type of the literals in a list, and how many they are. */
    private static final Pattern SHARED_LIST = Pattern.compile("\u0001#([irt])(\\d+)");

    /** In the key of a shape: how wide the rows are that it leaves out. */
    private static final Pattern SHARED_ROWS = Pattern.compile("\u0001\\*(\\d+)");

    private static final String COMPILATION = "engine.Compilation";

    /** Other ways to run, made when they are asked for. */
    public enum Mode {
        /** As the process was started. */
        DEFAULT,
        /** Nothing is compiled. */
        INTERPRETED("engine.Compilation=false"),
        /** Everything is compiled before its first run, and what cannot be compiled fails. */
        COMPILED("engine.CompileImmediately=true", "engine.CompilationFailureAction=Throw"),
        /** Nothing is compiled, and the planner uses no rule. */
        PLAIN("engine.Compilation=false"),
        /** Nothing is compiled, and nearly nothing of a query's rows fits into memory. */
        SPILLING("engine.Compilation=false"),
        /** Nothing is compiled, and all that can runs on vectors, of few rows each. */
        VECTORS("engine.Compilation=false"),
        /** The same without memory for groups. */
        SPILLING_VECTORS("engine.Compilation=false"),
        /** Nothing is compiled, and of a file hardly any page stays in memory. */
        UNCACHED("engine.Compilation=false"),
        /** Nothing is compiled, and a statement that comes again is not prepared again. */
        KEEPING("engine.Compilation=false"),
        /** The same with programs as classes. */
        KEEPING_CLASSES("engine.Compilation=false"),
        /** Nothing is compiled, and a text with other literals has been prepared before. */
        SHAPES("engine.Compilation=false"),
        /** Nothing is compiled by Graal, and programs are classes of the JVM where they can be. */
        CLASSES("engine.Compilation=false"),
        /** The same with a method for every three instructions. */
        CLASS_PARTS("engine.Compilation=false"),
        /** Programs are classes, and all that can reads rows from columns, few at a time. */
        CLASS_VECTORS("engine.Compilation=false"),
        /** Programs become classes in the middle of their first runs. */
        TIERED("engine.Compilation=false");

        private final List<String> options;
        private Engine engine;

        /** @param options the options of the engine, in the form {@code name=value} */
        Mode(String... options) {
            this.options = List.of(options);
        }

        private synchronized Engine engine() {
            // Without a compiler everything is interpreted, and there is no option to say so.
            boolean isInterpreted =
                    this != COMPILED && ENGINE.getOptions().get(COMPILATION) == null;
            if (options.isEmpty() || isInterpreted) {
                return ENGINE;
            }
            if (engine == null) {
                Engine.Builder builder = Engine.newBuilder()
                        .allowExperimentalOptions(true)
                        .option("engine.WarnInterpreterOnly", "false")
                        .option("engine.BackgroundCompilation", "false");
                for (String option : options) {
                    String[] named = option.split("=", 2);
                    builder.option(named[0], named[1]);
                }
                engine = builder.build();
            }
            return engine;
        }
    }

    /** In bytes: temporary files are used for two rows. */
    private static final String TINY = "1";

    /** All but the one without which INDEXED BY may find no plan. */
    private static final String RULES = Arrays.stream(Rule.values())
            .filter(rule -> rule != Rule.INDEXED_EXPRESSIONS)
            .map(Rule::optionName)
            .collect(Collectors.joining(","));

    private final Context context;
    private final Database database;

    /** Null unless the database could not be opened: then every statement fails so. */
    private final Outcome refusal;

    private final boolean onVectors;
    private final boolean compiled;
    private final boolean disguises;
    private boolean hasUserFunctions;
    /** Those that are kept, by their text; null to prepare each one that comes. */
    private final Map<String, Statement> kept;

    private SqlvmEngine(String path, Mode mode) {
        this(path, mode, usesVectors(mode) ? 5 : 2048, usesVectors(mode) ? 13 : 65_536);
    }

    private SqlvmEngine(String path, Mode mode, int vectorRows, int partitionRows) {
        this(path, mode, vectorRows, partitionRows, 0);
    }

    private SqlvmEngine(String path, Mode mode, int vectorRows, int partitionRows, int threads) {
        this(path, null, mode, vectorRows, partitionRows, threads);
    }

    /**
     * @param files the files that the path is in; null for the machine's
     * @param threads 0 for as many as there are processors
     */
    private SqlvmEngine(
            String path,
            FileSystem files,
            Mode mode,
            int vectorRows,
            int partitionRows,
            int threads) {
        context = Context.newBuilder(LANGUAGE)
                .engine(mode.engine())
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("sqlvm.RulesOff", mode == Mode.PLAIN ? RULES : "")
                .option("sqlvm.MemoryLimit", isSpilling(mode) ? TINY : "0")
                .option("sqlvm.Vectors", usesVectors(mode) ? "always" : "auto")
                .option("sqlvm.VectorRows", Integer.toString(vectorRows))
                .option("sqlvm.PartitionRows", Integer.toString(partitionRows))
                .option("sqlvm.ClassFiles", usesClasses(mode) ? "always" : "never")
                .option("sqlvm.ClassDelay", mode == Mode.TIERED ? "20" : "0")
                .option("sqlvm.ClassMethodLength", mode == Mode.CLASS_PARTS ? "3" : "0")
                .option("sqlvm.Threads", Integer.toString(threads))
                .option("sqlvm.CacheSize", mode == Mode.UNCACHED ? TINY : "0")
                .build();
        onVectors = usesVectors(mode);
        compiled = mode == Mode.COMPILED;
        disguises = mode == Mode.SHAPES;
        kept = isKeeping(mode) ? new HashMap<>() : null;
        if (files != null) {
            FilesOfContext.use(files, context);
        }
        Database opened = null;
        Outcome failure = null;
        try {
            Value open = context.getBindings(LANGUAGE).getMember("open");
            opened = open.execute(path).getMember("host").asHostObject();
            if (mode == Mode.TIERED) {
                // Then a call of the program ends with each turn of a loop.
                opened.setProgressHandler(1, () -> false);
            }
        } catch (PolyglotException e) {
            failure = refusal(e);
        }
        database = opened;
        refusal = failure;
    }

    private static boolean isSpilling(Mode mode) {
        return mode == Mode.SPILLING || mode == Mode.SPILLING_VECTORS;
    }

    private static boolean usesVectors(Mode mode) {
        return switch (mode) {
            case VECTORS, SPILLING_VECTORS, CLASS_VECTORS -> true;
            default -> false;
        };
    }

    private static boolean isKeeping(Mode mode) {
        return mode == Mode.KEEPING || mode == Mode.KEEPING_CLASSES;
    }

    private static boolean usesClasses(Mode mode) {
        return switch (mode) {
            case CLASSES, CLASS_PARTS, CLASS_VECTORS, TIERED, KEEPING_CLASSES -> true;
            default -> false;
        };
    }

    public static SqlvmEngine inMemory() {
        return inMemory(Mode.DEFAULT);
    }

    public static SqlvmEngine inMemory(Mode mode) {
        return new SqlvmEngine(":memory:", mode);
    }

    /** On vectors, given the number of rows of each and of those that are encoded together. */
    public static SqlvmEngine onVectors(boolean spilling, int vectorRows, int partitionRows) {
        return onVectors(spilling, vectorRows, partitionRows, 0);
    }

    public static SqlvmEngine onVectors(
            boolean spilling, int vectorRows, int partitionRows, int threads) {
        Mode mode = spilling ? Mode.SPILLING_VECTORS : Mode.VECTORS;
        return new SqlvmEngine(":memory:", mode, vectorRows, partitionRows, threads);
    }

    /**
     * @param file one that SQLite does not have open in this process: the two would drop each
     *     other's locks
     */
    public static SqlvmEngine onFile(Path file) {
        return onFile(file, Mode.DEFAULT);
    }

    public static SqlvmEngine onFile(Path file, Mode mode) {
        return new SqlvmEngine(file.toString(), mode);
    }

    /** On a file of another file system than the machine's. */
    public static SqlvmEngine onFile(Path file, FileSystem files, Mode mode) {
        return new SqlvmEngine(file.toString(), files, mode, 2048, 65_536, 0);
    }

    /** With whatever can run on vectors there. */
    public static SqlvmEngine onVectors(Path file, int partitionRows) {
        return new SqlvmEngine(file.toString(), Mode.VECTORS, 16, partitionRows);
    }

    private static Outcome refusal(PolyglotException e) {
        if (!e.isGuestException()) {
            return Outcome.failure(Outcome.INTERNAL, describe(e), e);
        }
        Value error = e.getGuestObject();
        boolean coded = error != null && error.hasMember("code");
        return Outcome.failure(
                coded ? error.getMember("code").asInt() : CANNOT_OPEN, e.getMessage(), e);
    }

    @Override
    public boolean isOnFile() {
        return database != null && !database.path().isEmpty();
    }

    @Override
    public boolean isCompiled() {
        return compiled;
    }

    @Override
    public boolean isOnVectors() {
        return onVectors;
    }

    @Override
    public String name() {
        return "sqlvm";
    }

    @Override
    public Outcome execute(String sql, List<Object> parameters) {
        if (refusal != null) {
            return refusal;
        }
        if (!hasUserFunctions && UserFunctions.isIn(sql)) {
            hasUserFunctions = true;
            UserFunctions.register(database);
        }
        try {
            if (kept != null) {
                Statement known = kept.get(sql);
                Statement statement = known == null ? database.prepare(sql) : known;
                kept.put(sql, statement);
                return run(statement, parameters);
            }
            if (disguises) {
                prepareOther(sql);
            }
            try (Statement statement = database.prepare(sql)) {
                return run(statement, parameters);
            }
        } catch (SqlvmException e) {
            return Outcome.failure(e.code(), e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            if (e instanceof OutOfMemoryError) {
                throw e;
            }
            return Outcome.failure(Outcome.INTERNAL, describe(e), e);
        }
    }

    /** Prepares a text of the same shape: its program is the one that runs for {@code sql}. */
    private void prepareOther(String sql) {
        StatementShape shape = StatementShape.of(sql, 0);
        if (shape == null || !shape.hasLiterals()) {
            return;
        }
        String other = SHARED_ROWS
                .matcher(shape.key())
                .replaceAll(rows -> otherRows(Integer.parseInt(rows.group(1))));
        other = SHARED_LIST
                .matcher(other)
                .replaceAll(list -> otherList(list.group(1), Integer.parseInt(list.group(2))))
                .replace("\u0001i", "4096")
                .replace("\u0001r", "0.0625")
                .replace("\u0001t", "'other'");
        try (Statement _ = database.prepare(other)) {
            assertEquals(shape.key(), StatementShape.of(other, 0).key());
        } catch (SqlvmException _) {
            return; // So does the text itself.
        }
    }

    /** Returns a list of {@code length} literals of a type, with the mark that stands for one. */
    private static String otherList(String type, int length) {
        return String.join(", ", Collections.nCopies(length, "\u0001" + type));
    }

    /** Two rows of VALUES. */
    private static String otherRows(int width) {
        List<String> values = Collections.nCopies(width, "4096");
        String row = '(' + String.join(",", values) + ')';
        return row + ", " + row;
    }

    /** @param statement null if there was none in the text */
    private static Outcome run(Statement statement, List<Object> parameters) {
        if (statement == null) {
            return Outcome.rows(List.of(), List.of());
        }
        int count = statement.parameterCount();
        for (int i = 0; i < count; i++) {
            statement.bind(i + 1, i < parameters.size() ? parameters.get(i) : null);
        }
        if (!statement.isQuery()) {
            statement.execute();
            return Outcome.rows(List.of(), List.of());
        }
        try (Rows rows = statement.query()) {
            return read(rows);
        }
    }

    /** Returns the exception and the first frames of our own code that it came through. */
    private static String describe(Throwable e) {
        StringBuilder text = new StringBuilder(e.toString());
        int shown = 0;
        for (StackTraceElement frame : e.getStackTrace()) {
            if (frame.getClassName().startsWith("org.sqlvm.") && shown++ < 3) {
                text.append(" at ").append(frame);
            }
        }
        return text.toString();
    }

    private static Outcome read(Rows rows) {
        int count = rows.columnCount();
        List<String> columns = new ArrayList<>(count);
        for (int column = 0; column < count; column++) {
            columns.add(rows.columnName(column));
        }
        List<Object[]> result = new ArrayList<>();
        while (rows.next()) {
            Object[] row = new Object[count];
            for (int column = 0; column < count; column++) {
                row[column] = rows.getObject(column);
            }
            result.add(row);
        }
        return Outcome.rows(columns, result);
    }

    @Override
    public void interrupt() {
        if (database != null) {
            database.interrupt();
        }
    }

    @Override
    public void close() {
        if (database != null) {
            database.close();
        }
        context.close();
    }
}
