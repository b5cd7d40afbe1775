package org.sqlvm.test;

import org.sqlvm.build.CommandLine;
import org.sqlvm.build.CommandLine.MisuseException;
import org.sqlvm.language.classfile.ClassCounts;
import org.sqlvm.test.calibration.CalibrationRun;
import org.sqlvm.test.cliffs.CliffsRun;
import org.sqlvm.test.corpus.FileReport;
import org.sqlvm.test.corpus.Recorder;
import org.sqlvm.test.corpus.RepeatedForms;
import org.sqlvm.test.corpus.SuiteRunner;
import org.sqlvm.test.crash.CrashIndexer;
import org.sqlvm.test.crash.CrashKind;
import org.sqlvm.test.crash.CrashLoader;
import org.sqlvm.test.crash.CrashRun;
import org.sqlvm.test.crash.CrashWriter;
import org.sqlvm.test.crash.PowerRun;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Shard;
import org.sqlvm.test.file.CorruptionRun;
import org.sqlvm.test.file.FilesRun;
import org.sqlvm.test.file.LargeRun;
import org.sqlvm.test.file.RaceRun;
import org.sqlvm.test.file.StoriesRun;
import org.sqlvm.test.file.TurnsKind;
import org.sqlvm.test.file.TurnsRun;
import org.sqlvm.test.queries.ConstantsRun;
import org.sqlvm.test.queries.FunctionsRun;
import org.sqlvm.test.queries.Fuzz;
import org.sqlvm.test.queries.FuzzReport;
import org.sqlvm.test.queries.ParserDiffer;
import org.sqlvm.test.queries.VectorsRun;
import org.sqlvm.test.writes.MirrorFuzz;
import org.sqlvm.test.writes.ShareFuzz;
import org.sqlvm.test.writes.WriteFuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The test apparatus as a command. */
public final class Main {
    private static final String USAGE = """
        usage: run [--engine sqlvm|spilling|classes|sqlite] [--stop] [--failures N] [--records N]
                   [--shard K/N] FILE-OR-FOLDER ...
                   runs test files in the format of sqllogictest; --stop ends at the first failure,
                   --shard takes every Nth file from the Kth on
               record FILE-OR-FOLDER ...
                   completes test files with what SQLite says
               fuzz [--engine sqlvm|classes|reversed] [--seed N] [--queries N] [--minutes M] [--threads N]
                    [--failures N]
                   compares sqlvm with SQLite on random schemas, rows and queries; a seed makes
                   100 queries, --seed begins where an earlier run ended
               vectors [--seed N] [--queries N] [--minutes M] [--threads N] [--failures N]
                   compares vectors of few rows with SQLite on random aggregations and joins
               writes [--engine sqlvm|interpreted|classes] [--seed N] [--rounds N] [--failures N]
                   compares them on random scripts that change rows
               mirrors [--seed N] [--rounds N] [--failures N]
                   compares sqlvm with a saved mirror and without, while sqlvm and SQLite change,
                   exchange and damage the files, and processes are killed
               shares [--seed N] [--rounds N] [--failures N]
                   compares connections of sqlvm in several threads, which share the columns of one
                   file, with SQLite, while they and SQLite change the file
               repeat [--engine sqlvm|classes] [--seed N] [--rounds N] FILE-OR-FOLDER ...
                   runs statements of test files again after the schema has changed; with
                   --rounds N one of N changes is made (default: 100)
               constants [--engine sqlvm|sqlite]
                   compares them on all operators and functions with odd values
               functions [--seed N] [--rounds N]
                   compares them on random calls of functions
               parser [--seed N] [--rounds N] [--failures N]
                   compares them on statements with changed tokens
               files [--seed N] [--rounds N]
                   reads damaged files of CSV and JSON
               corrupt [--seed N] [--rounds N]
                   compares them on damaged files
               crash [--seed N] [--rounds N]
                   kills processes that write, N for each journal mode
               crash-loads [--seed N] [--rounds N]
                   the same for processes that load rows in bulk
               crash-indexes [--seed N] [--rounds N]
                   the same for processes that write full-text tables and R-trees
               crash-power [--seed N] [--rounds N]
                   loses the power before every call of N transactions on such tables, for each
                   journal mode
               turns [--seed N] [--rounds N] [rows|fts5|fts4|rtree ...]
                   compares what they write into files of every form, each alone and in turns;
                   a round is a phase of the workload (default: 100); the words are kinds of tables
               stories [--seed N] [--rounds N] [--failures N]
                   compares them where connections wait for each other, and what others have left
                   stands beside the database
               large [--rounds N]
                   writes a file of N gigabytes, reads it and lets SQLite check it
               calibrate
                   measures what the planner's figures of cost are here, and fails if one is off by
                   more than three times
               cliffs [WORD ...]
                   lets statements grow in one dimension, and compares how the times of both engines
                   grow; a word is a part of the name of a dimension
               race [--rounds N]
                   two processes of sqlvm and two of sqlite3 count to N in one table
        """;

    /** The column in which the usage has the names of commands. */
    private static final int INDENT = "usage: ".length();

    /** The commands that read files. */
    private static final Set<String> READERS = Set.of("run", "record", "repeat");

    /** The number of expressions to a SELECT that takes the least time. */
    private static final int BATCH = 20;

    /** The number of forms of files with a full-text table or an R-tree. */
    private static final int FORMS = 60;

    private final List<Path> paths = new ArrayList<>();
    private Engines engine = Engines.SQLVM;
    private boolean stops;
    private int failures = 5;
    private int records = Integer.MAX_VALUE;
    private long seed = 1;
    private int rounds = 100;
    private int queries = 100_000;
    private int minutes = 24 * 60;
    private int threads = 1;
    private Shard shard = new Shard(1, 1);

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        String command = arguments.length == 0 ? "" : arguments[0];
        System.exit(CommandLine.run(usage(command), arguments, System.out, System.err, Main::run));
    }

    /** Returns what the usage says of a command; all of it if there is no such command. */
    private static String usage(String command) {
        List<String> lines = USAGE.lines().toList();
        int begin = 0;
        while (begin < lines.size()
                && !lines.get(begin).substring(INDENT).concat(" ").startsWith(command + ' ')) {
            begin++;
        }
        if (begin == lines.size()) {
            return USAGE;
        }
        int end = begin + 1;
        while (end < lines.size() && lines.get(end).charAt(INDENT) == ' ') {
            end++;
        }
        String first = "usage: " + lines.get(begin).substring(INDENT);
        return String.join("\n", first, String.join("\n", lines.subList(begin + 1, end)), "");
    }

    private static boolean run(CommandLine line) throws IOException, InterruptedException {
        if (line.words().isEmpty()) {
            throw new MisuseException("no command");
        }
        Main main = new Main();
        main.parse(line);
        String command = line.words().getFirst();
        return switch (command) {
            case "run" -> main.run();
            case "record" -> main.record();
            case "fuzz" -> main.fuzz();
            case "vectors" -> main.vectors();
            case "writes" ->
                new WriteFuzz(main.engine, System.out).run(main.seed, main.rounds, main.failures)
                        == 0;
            case "mirrors" ->
                new MirrorFuzz(System.out).run(main.seed, main.rounds, main.failures) == 0;
            case "shares" ->
                new ShareFuzz(System.out).run(main.seed, main.rounds, main.failures) == 0;
            case "mirror-saver" -> main.mirrorSaver();
            case "repeat" -> main.repeat();
            case "constants" -> new ConstantsRun(System.out).run(main.engine, 1, BATCH) == 0;
            case "functions" ->
                new FunctionsRun(System.out, main.seed).run(main.engine, main.rounds) == 0;
            case "parser" ->
                new ParserDiffer(System.out).run(main.seed, main.rounds, main.failures) == 0;
            case "files" ->
                new FilesRun(System.out, Files.createTempDirectory("sqlvm-files"), main.seed)
                                .run(main.rounds)
                        == 0;
            case "corrupt" -> main.corrupt();
            case "crash" ->
                new CrashRun(CrashKind.TRANSACTIONS, System.out, main.seed).run(main.rounds) == 0;
            case "crash-loads" ->
                new CrashRun(CrashKind.LOADS, System.out, main.seed).run(main.rounds) == 0;
            case "crash-indexes" ->
                new CrashRun(CrashKind.INDEXES, System.out, main.seed).run(main.rounds) == 0;
            case "crash-power" -> new PowerRun(System.out, main.seed, 1).run(main.rounds) == 0;
            case "crash-indexer" -> main.crashIndexer();
            case "crash-writer" -> main.crashWriter();
            case "crash-loader" -> main.crashLoader();
            case "turns" -> main.turns();
            case "stories" ->
                new StoriesRun(System.out).run(main.seed, main.rounds, main.failures) == 0;
            case "race" -> main.race();
            case "calibrate" -> new CalibrationRun(System.out).run();
            case "cliffs" ->
                new CliffsRun(System.out)
                        .run(main.paths.stream().map(Path::toString).toList());
            case "large" -> new LargeRun(System.out).run(main.rounds);
            case "count" ->
                RaceRun.count(System.out, main.paths.getFirst(), (int) main.seed, main.rounds);
            default -> throw new MisuseException("no command " + command);
        };
    }

    private void parse(CommandLine line) {
        String name = line.text("--engine", engine.name());
        engine = Stream.of(Engines.values())
                .filter(one -> one.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new MisuseException("--engine: no engine " + name));
        stops = line.has("--stop");
        failures = line.count("--failures", failures);
        records = line.count("--records", records);
        seed = line.number("--seed", seed);
        rounds = line.count("--rounds", rounds);
        minutes = line.count("--minutes", minutes);
        threads = line.count("--threads", threads);
        queries = line.count("--queries", queries);
        shard = shard(line.text("--shard", shard.toString()));
        boolean areFiles = READERS.contains(line.words().getFirst());
        List<String> words = line.words().subList(1, line.words().size());
        paths.addAll(areFiles ? line.files(1) : words.stream().map(Path::of).toList());
    }

    private static Shard shard(String text) {
        try {
            return Shard.parse(text);
        } catch (IllegalArgumentException e) {
            throw new MisuseException("--shard: " + text + " is no shard as 2/4");
        }
    }

    private boolean run() throws IOException {
        List<FileReport> reports = new SuiteRunner(engine, System.out, terminal())
                .recordsMax(records)
                .stopsAtFirst(stops)
                .shownMax(failures)
                .run(shard.of(SuiteRunner.testFiles(paths)));
        reportClasses();
        return reports.stream().allMatch(r -> r.failed == 0);
    }

    private boolean record() throws IOException {
        boolean agreed = true;
        for (Path file : SuiteRunner.testFiles(paths)) {
            for (String complaint : Recorder.record(file)) {
                System.out.println(complaint);
                agreed = false;
            }
        }
        return agreed;
    }

    private boolean repeat() throws IOException {
        boolean agreed = true;
        for (RepeatedForms.Changer changer : RepeatedForms.Changer.values()) {
            agreed &= new RepeatedForms(engine, System.out, changer, seed, rounds)
                    .run(SuiteRunner.testFiles(paths))
                    .isEmpty();
        }
        return agreed;
    }

    private boolean fuzz() {
        long end = System.currentTimeMillis() + minutes * 60_000L;
        Engines fuzzed = engine == Engines.SQLVM ? Engines.INTERPRETED : engine;
        FuzzReport report = new FuzzReport(System.out, System.err, failures);
        int differences = Fuzz.run(fuzzed, report, seed, queries, end, threads);
        reportClasses();
        return differences == 0;
    }

    /** Prints how many programs have been classes, and the instructions of those that were not. */
    private void reportClasses() {
        if (engine.name().startsWith("CLASS") || engine == Engines.TIERED) {
            System.out.println(ClassCounts.report());
        }
    }

    private boolean vectors() {
        long end = System.currentTimeMillis() + minutes * 60_000L;
        return new VectorsRun(System.out, failures).run(seed, queries, end, threads);
    }

    /** The process that {@link CrashRun} kills. */
    private boolean crashWriter() {
        CrashWriter.run(paths.get(0), paths.get(1).toString(), seed, System.out);
        return false;
    }

    /** Another one. */
    private boolean crashLoader() {
        CrashLoader.run(paths.get(0), paths.get(1).toString(), seed, System.out);
        return false;
    }

    /** A third one. */
    private boolean crashIndexer() {
        CrashIndexer.run(paths.get(0), paths.get(1).toString(), seed, System.out);
        return false;
    }

    /** The process that {@link MirrorFuzz} kills. */
    private boolean mirrorSaver() {
        MirrorFuzz.save(paths.get(0), paths.get(1), seed, System.out);
        return false;
    }

    private boolean corrupt() throws IOException {
        return new CorruptionRun(engine, System.out).run(seed, rounds).isClean();
    }

    private boolean race() throws IOException, InterruptedException {
        RaceRun race = new RaceRun(System.out, rounds);
        boolean right = race.run("DELETE");
        return race.run("WAL") && right;
    }

    /** Files of the kinds of tables that are named, or of all. */
    private boolean turns() throws IOException {
        List<TurnsKind> kinds = new ArrayList<>();
        paths.forEach(
                name -> kinds.add(TurnsKind.valueOf(name.toString().toUpperCase(Locale.ROOT))));
        boolean same = true;
        for (TurnsKind kind : kinds.isEmpty() ? List.of(TurnsKind.values()) : kinds) {
            same &= new TurnsRun(System.out, rounds)
                    .run(kind.forms(kind == TurnsKind.ROWS ? Integer.MAX_VALUE : FORMS), seed);
        }
        return same;
    }

    /** Progress is for a person: null when the output goes elsewhere. */
    private static PrintStream terminal() {
        return System.console() != null && System.console().isTerminal() ? System.err : null;
    }
}
