package org.sqlvm.language.options;

import com.oracle.truffle.api.Option;

import org.graalvm.options.OptionCategory;
import org.graalvm.options.OptionDescriptors;
import org.graalvm.options.OptionKey;
import org.graalvm.options.OptionStability;
import org.graalvm.options.OptionType;
import org.sqlvm.engine.plan.options.Rule;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.language.machine.MessageOption;

import java.util.Locale;
import java.util.Set;

/** The language's options, {@code --sqlvm.Name=value} on a command line. */
@Option.Group(SqlvmOptions.LANGUAGE)
public final class SqlvmOptions {
    /** The id of the language, which every option's name begins with. */
    public static final String LANGUAGE = "sqlvm";

    /** The MIME type of sources. */
    public static final String MIME_TYPE = "application/sql";

    @Option(
            help = "The database to open: a path, a file: URI, or :memory:.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "<path>")
    public static final OptionKey<String> Database = new OptionKey<>(":memory:");

    @Option(
            help = "Open the database for reading only.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "true|false")
    public static final OptionKey<Boolean> ReadOnly = new OptionKey<>(false);

    @Option(
            help = "Where database files are. context: in the context's file system. machine: on"
                    + " the machine, whatever file system the embedder has installed. auto: on the"
                    + " machine, with its locks, if the context has the default file system and"
                    + " native access, else in the context's file system.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "auto|context|machine")
    public static final OptionKey<FilesOption> Files = choice("Files", FilesOption.AUTO);

    @Option(
            help = "Take a quoted name in FROM that is no table, and ends as names of CSV and JSON"
                    + " files do, for the name of a file: FROM 'x.csv' is FROM read_csv('x.csv').",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "true|false")
    public static final OptionKey<Boolean> FileNames = new OptionKey<>(false);

    @Option(
            help = "Milliseconds to wait for a lock that another connection holds.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "<ms>")
    public static final OptionKey<Integer> BusyTimeout = new OptionKey<>(5000);

    @Option(
            help = "Most bytes of database pages in memory; 0 is a quarter of the heap.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "<bytes>")
    public static final OptionKey<Long> CacheSize = new OptionKey<>(0L);

    @Option(
            help = "Most bytes that a connection's sorts, groups, joins, windows and temporary"
                    + " tables keep in memory before they use temporary files; 0 is a quarter of"
                    + " the heap.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "<bytes>")
    public static final OptionKey<Long> MemoryLimit = new OptionKey<>(0L);

    @Option(
            help = "Run functions that are stored in the database file, and allow CREATE FUNCTION:"
                    + " for files that are trusted.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "true|false")
    public static final OptionKey<Boolean> StoredFunctions = new OptionKey<>(false);

    @Option(
            help = "Let functions that are stored in the file do what the context may do. Without"
                    + " it they run without files, sockets, threads, native code, the host and"
                    + " other languages.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "true|false")
    public static final OptionKey<Boolean> StoredFunctionsAccess = new OptionKey<>(false);

    @Option(
            help = "Whether a line on the error stream says what runs programs, once in a process."
                    + " auto: if parts of Graal's compiler are there that do not fit. The system"
                    + " property sqlvm.RuntimeMessage is for all contexts that do not set it.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "auto|on|off")
    public static final OptionKey<MessageOption> RuntimeMessage =
            choice("RuntimeMessage", MessageOption.AUTO);

    @Option(
            help = "Planner rules to switch off, by name, with commas: for tests.",
            category = OptionCategory.INTERNAL,
            usageSyntax = "<rule>,<rule>")
    public static final OptionKey<Set<Rule>> RulesOff =
            new OptionKey<>(Set.of(), new OptionType<>("RulesOff", Rule::named));

    @Option(
            help = "Let statements that differ only in the values of literals share one program."
                    + " Without it each text is compiled by itself.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "true|false")
    public static final OptionKey<Boolean> StatementShapes = new OptionKey<>(true);

    @Option(
            help = "How many programs of statements the engine keeps, for all of its connections;"
                    + " those that were used last.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "[0, inf)")
    public static final OptionKey<Integer> StatementCache = new OptionKey<>(1000);

    @Option(
            help = "For how many milliseconds a program that is no class is interpreted before it"
                    + " is compiled; 0 compiles when Truffle's own thresholds are reached. The Java"
                    + " API, JDBC and the shell, whose engines have no other language, set it to"
                    + " 1000.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "[0, inf)")
    public static final OptionKey<Integer> CompilationDelay = new OptionKey<>(0);

    @Option(
            help = "Which queries run on vectors of columns, and read from columns that are kept."
                    + " auto: those over large tables, if that is likely to pay or turns out to,"
                    + " and none if MirrorSize is -1. large: those over large tables.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "auto|large|always|never")
    public static final OptionKey<VectorUse> Vectors = choice("Vectors", VectorUse.AUTO);

    @Option(
            help = "Most bytes of decoded columns that a connection keeps for the next query; 0 is"
                    + " a quarter of the heap for all connections together, and -1 keeps nothing.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "<bytes>")
    public static final OptionKey<Long> MirrorSize = new OptionKey<>(0L);

    @Option(
            help = "Where decoded columns of large tables are saved for the next process. off:"
                    + " nowhere. cache: in a file for each database in"
                    + " $XDG_CACHE_HOME/sqlvm/mirror, or ~/.cache/sqlvm/mirror. auto: likewise, for"
                    + " databases of the user's own that have at least 64 MiB. A path: in that"
                    + " file, or in files in that folder.",
            category = OptionCategory.USER,
            stability = OptionStability.STABLE,
            usageSyntax = "auto|off|cache|<path>")
    public static final OptionKey<String> MirrorFile = new OptionKey<>(MirrorPlace.AUTO);

    @Option(
            help = "The age of a database's last write, in milliseconds, from which on the times of"
                    + " its file tell whether saved columns are valid. Those of younger files are"
                    + " compared with the database by checksums of its pages; with -1, those of all"
                    + " files.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "<milliseconds>")
    public static final OptionKey<Long> MirrorAge = new OptionKey<>(MirrorPlace.AGE_MS);

    @Option(
            help = "Most threads that work on one scan, the caller's among them; 0 is the number of"
                    + " processors.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "<threads>")
    public static final OptionKey<Integer> Threads = new OptionKey<>(0);

    @Option(
            help = "Rows in a vector: for tests.",
            category = OptionCategory.INTERNAL,
            usageSyntax = "<rows>")
    public static final OptionKey<Integer> VectorRows = new OptionKey<>(2048);

    @Option(
            help = "Rows in a partition: for tests.",
            category = OptionCategory.INTERNAL,
            usageSyntax = "<rows>")
    public static final OptionKey<Integer> PartitionRows = new OptionKey<>(65_536);

    @Option(
            help = "Which programs of rows become classes that HotSpot compiles, when they have"
                    + " worked for a while: with auto all, made in the background; where"
                    + " Graal's compiler is there, not those that call functions or read rows"
                    + " of another language. With always all, each before its run goes on: for"
                    + " tests.",
            category = OptionCategory.INTERNAL,
            usageSyntax = "auto|always|never")
    public static final OptionKey<ClassUse> ClassFiles = choice("ClassFiles", ClassUse.AUTO);

    @Option(
            help = "How long a program is interpreted before it becomes a class, in nanoseconds for"
                    + " each of its instructions and for 50 more; 0 to interpret none.",
            category = OptionCategory.INTERNAL,
            usageSyntax = "<nanoseconds>")
    public static final OptionKey<Integer> ClassDelay = new OptionKey<>(100_000);

    @Option(
            help = "Instructions in a method of such a class; 0 for as many as HotSpot compiles:"
                    + " for tests.",
            category = OptionCategory.INTERNAL,
            usageSyntax = "<instructions>")
    public static final OptionKey<Integer> ClassMethodLength = new OptionKey<>(0);

    @Option(
            help = "Debuggers, coverage and tracers see the lines of a statement's plan, as EXPLAIN"
                    + " QUERY PLAN has them, where they otherwise see the terms of its FROM.",
            category = OptionCategory.EXPERT,
            stability = OptionStability.STABLE,
            usageSyntax = "true|false")
    public static final OptionKey<Boolean> ToolsSeePlans = new OptionKey<>(false);

    private SqlvmOptions() {}

    /** One of the constants of an enum, in any case. */
    private static <E extends Enum<E>> OptionKey<E> choice(String option, E usual) {
        return new OptionKey<>(
                usual,
                new OptionType<>(
                        option,
                        name -> Enum.valueOf(
                                usual.getDeclaringClass(), name.toUpperCase(Locale.ROOT))));
    }

    /** All of them, for the language. */
    public static OptionDescriptors descriptors() {
        return new SqlvmOptionsOptionDescriptors();
    }
}
