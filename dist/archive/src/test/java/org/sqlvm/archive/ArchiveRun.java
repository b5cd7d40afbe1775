package org.sqlvm.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** The programs of the archive work on a machine that has nothing but the archive. */
final class ArchiveRun {
    private static final Path ROOT = Path.of(System.getProperty("sqlvm.root")).toAbsolutePath();
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Has the virtual machine end if it cannot use the start cache. */
    private static final Map<String, String> CACHE_NEEDED =
            Map.of("SQLVM_JAVA_OPTIONS", "-XX:AOTMode=on");

    private static final String PROGRAM = """
        import java.sql.*;

        public class Program {
            public static void main(String[] arguments) throws SQLException {
                try (Connection connection = DriverManager.getConnection("jdbc:sqlvm:");
                        Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT 6 * 7")) {
                    rows.next();
                    System.out.println(rows.getInt(1));
                }
                System.exit(arguments.length);
            }
        }
        """;

    private static Installed installed;

    @TempDir
    Path folder;

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "the archive is for Linux on x86-64");
        assumeTrue(
                !System.getProperty("java.vendor.version", "").contains("GraalVM"),
                "the archive is made by a plain JDK");
        installed = new Installed(ROOT);
    }

    @AfterAll
    static void remove() throws IOException, InterruptedException {
        if (installed != null) {
            installed.remove();
        }
    }

    @Test
    void runsSqlOfTheCommandLine() throws IOException, InterruptedException {
        assertEquals("1\n", installed.sqlvm("", "f.db", "SELECT 1").good());
    }

    @Test
    void runsAScript() throws IOException, InterruptedException {
        String script = "CREATE TABLE t(a); INSERT INTO t VALUES ('größe'); SELECT * FROM t;\n";
        assertEquals("größe\n", installed.sqlvm(script, "script.db").good());
        assertTrue(installed.sqlvm(".version\n").good().contains("Programs are compiled"));
    }

    @Test
    void refusesAnUnknownOption() throws IOException, InterruptedException {
        Installed.Ended ended = installed.sqlvm("", "-unknown");
        assertEquals(1, ended.code());
        assertEquals(
                "sqlvm: Error: unknown option: -unknown\nUse -help for a list of options.\n",
                ended.error());
    }

    /** No coordinates of Maven, no property of Java, no page of a clone. */
    @Test
    void advisesWhatItsReaderHas() throws IOException, InterruptedException {
        String function = "CREATE FUNCTION f(x) LANGUAGE js AS 'x => x';";
        Installed.Ended off = installed.sqlvm("", ":memory:", function);
        assertTrue(off.error().contains("the option -stored-functions turns them on"), off.error());
        Installed.Ended missing =
                installed.sqlvm("", "-stored-functions", ":memory:", function + "SELECT f(1)");
        assertTrue(
                missing.error().endsWith("is in the language js, which is not there\n"),
                missing.error());
        String once = installed.sqlvm("", ":memory:", ".version").good();
        assertTrue(once.contains("what is on a command line ends before"), once);
    }

    @Test
    void saysItsVersion() throws IOException, InterruptedException {
        String version = Files.readString(installed.home.resolve("VERSION")).strip();
        String said = installed.sqlvm("", "--version").good();
        assertTrue(said.startsWith(version.replace("-SNAPSHOT", "") + " (SQLite "), said);
    }

    /** The folder has been moved since it was made. */
    @Test
    void usesItsStartCache() throws IOException, InterruptedException {
        assertEquals(
                "1\n", installed.sqlvm(CACHE_NEEDED, "", ":memory:", "SELECT 1").good());
    }

    @Test
    @Tag("full")
    void usesItsOtherStartCaches() throws IOException, InterruptedException {
        assertEquals("2\n", installed.sqlvm(CACHE_NEEDED, "SELECT 2;\n").good());
        assertEquals(
                "3\n",
                installed.sqlvm(CACHE_NEEDED, "", "python", "-c", "print(3)").good());
        assertEquals(
                "4\n",
                installed.sqlvm(CACHE_NEEDED, "", "js", "-e", "console.log(4)").good());
    }

    /** Not a word of a cache that was made for other options. */
    @Test
    void startsWithoutACacheThatDoesNotFit() throws IOException, InterruptedException {
        Map<String, String> other =
                Map.of("SQLVM_JAVA_OPTIONS", "--add-modules=java.sql -XX:-UseCompressedOops");
        assertEquals(
                "3\n", installed.sqlvm(other, "", "python", "-c", "print(3)").good());
    }

    @Test
    @Tag("full")
    void aPythonProgramLoadsItsClassesFromTheCache() throws IOException, InterruptedException {
        Map<String, String> logging = Map.of(
                "SQLVM_JAVA_OPTIONS",
                "-Xlog:class+load:file=" + installed.work.resolve("classes").getFileName());
        installed.sqlvm(logging, "", "python", "-c", "import sqlvm").good();
        String log = Files.readString(installed.work.resolve("classes"));
        assertTrue(
                Pattern.compile("org\\.sqlvm\\.python\\.Main source: shared objects file")
                        .matcher(log)
                        .find(),
                log.lines().filter(line -> line.contains("org.sqlvm.")).toList()::toString);
    }

    @Test
    void findsItsFolderThroughLinks() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(
                installed.work.resolve("first"), Path.of(installed.command()));
        Files.createSymbolicLink(installed.work.resolve("second"), link.getFileName());
        List<String> command = List.of(installed.work + "/second", ":memory:", "SELECT 3");
        assertEquals("3\n", installed.run(Map.of(), "", command).good());
    }

    @Test
    void runsPython() throws IOException, InterruptedException {
        String program =
                "import sqlvm; print(sqlvm.connect(':memory:').execute('SELECT 4').fetchone())";
        Installed.Ended ended = installed.sqlvm(
                Map.of("HOME", installed.work.toString()), "", "python", "-c", program);
        assertEquals("(4,)\n", ended.good());
    }

    @Test
    void runsJavaScript() throws IOException, InterruptedException {
        Path program = Files.writeString(
                installed.work.resolve("program.mjs"),
                "import Database from 'sqlvm';\n"
                        + "console.log(new Database().prepare('SELECT 5').pluck().get());\n");
        assertEquals("5\n", installed.sqlvm("", "js", program.toString()).good());
    }

    /** Without a bus, which an installed machine need not have. */
    @Test
    void looksForTheBus() throws IOException, InterruptedException {
        Installed.Ended ended = installed.sqlvm(
                "", "serve", "bus.db", "--port", "0", "--dbus", "unix:path=" + folder + "/nothing");
        assertEquals(1, ended.code(), ended.error());
        assertTrue(ended.error().contains("no bus unix:path="), ended.error());
    }

    @Test
    void hasTheBenchmarks() throws IOException, InterruptedException {
        for (String name : List.of("tpch", "taxi", "ssb", "clickbench", "micro")) {
            String help = installed.sqlvm("", name, "--help").good();
            assertTrue(help.contains("--data"), help);
        }
    }

    /** The script is read, so that a command cannot be forgotten elsewhere. */
    @Test
    void documentsItsCommands() throws IOException, InterruptedException {
        String script = Files.readString(Path.of(installed.command()));
        String choice = script.substring(script.lastIndexOf("\ncase ${1:-} in\n"));
        List<String> commands = all("(?m)^    ([a-z][a-z |]*)\\)$", choice).stream()
                .flatMap(names -> Stream.of(names.split(" \\| ")))
                .toList();
        assertTrue(commands.containsAll(List.of("python", "taxi", "aot", "image")), "" + commands);
        String usage = installed.sqlvm("", "--help").good();
        for (String command : commands) {
            assertTrue(usage.contains("sqlvm " + command), "usage: " + command);
            for (Path page : pages()) {
                String text = Files.readString(page);
                assertTrue(
                        Pattern.compile("\\b" + command + "\\b").matcher(text).find(),
                        page + ": " + command);
            }
        }
        for (String option : new TreeSet<>(all("(?m)^   -([a-z\\[\\]-]+)", usage))) {
            String name = option.replace("[no]", "");
            for (Path page : pages()) {
                String text = Files.readString(page);
                assertTrue(
                        Pattern.compile("\\b" + name + "\\b").matcher(text).find(),
                        page + ": -" + name);
            }
        }
    }

    private static List<Path> pages() {
        return Stream.of(
                        "man/man1/sqlvm.1",
                        "bash-completion/completions/sqlvm",
                        "zsh/site-functions/_sqlvm")
                .map(name -> installed.home.resolve("share").resolve(name))
                .toList();
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @Test
    void namesTheLicenceOfEachLibrary() throws IOException {
        String names = Files.readString(installed.home.resolve("THIRD-PARTY.txt"));
        List<String> missing = new ArrayList<>();
        try (Stream<Path> files = Files.walk(installed.home.resolve("lib"), 2)) {
            for (Path jar :
                    files.filter(file -> file.toString().endsWith(".jar")).toList()) {
                String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
                String artifact = ":" + name.replaceFirst("-(?=\\d)", ":") + "\n";
                if (!name.startsWith("sqlvm-") && !names.contains(artifact)) {
                    missing.add(name);
                }
            }
        }
        assertEquals(List.of(), missing);
    }

    /** First starts of the clone's launcher wait for each other. */
    @Test
    void firstStartsDoNotRace() throws IOException, InterruptedException {
        Path layout = ROOT.resolve("dist/archive/target/sqlvm");
        new ProcessBuilder("/bin/rm", "-rf", layout.toString()).start().waitFor();
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ProcessBuilder builder = new ProcessBuilder(ROOT + "/sqlvm", ":memory:", "SELECT " + i);
            builder.environment().put("SQLVM_BUILD", "never");
            processes.add(builder.start());
        }
        for (int i = 0; i < processes.size(); i++) {
            byte[] out = processes.get(i).getInputStream().readAllBytes();
            assertEquals(i + "\n", new String(out, StandardCharsets.UTF_8));
            assertEquals(0, processes.get(i).waitFor());
        }
        try (Stream<Path> files = Files.list(layout)) {
            assertEquals(
                    List.of("bin", "lib", "libexec"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    /** In a jar, with the class path of sqlvm. */
    private String program() throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
        Path jar = folder.resolve("program.jar");
        Path classes = folder.resolve("classes");
        tool("javac", "-d", classes.toString(), source.toString());
        tool("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        return installed.sqlvm("", "classpath").good().strip() + ":" + jar;
    }

    private static void tool(String name, String... arguments) {
        int code =
                ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments);
        assertEquals(0, code, name);
    }

    private Installed.Ended aot(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(installed.command(), "aot"));
        command.addAll(List.of(arguments));
        return installed.run(Map.of(), "", command);
    }

    @Test
    void makesAnAotCache() throws IOException, InterruptedException {
        String classPath = program();
        Path cache = folder.resolve("program.aot");
        Installed.Ended made = aot("-o", cache.toString(), "--", JAVA, "-cp", classPath, "Program");
        assertEquals("42\n", made.out(), made.error());
        assertTrue(made.error().contains("-XX:AOTCache=" + cache), made.error());
        List<String> command = List.of(
                JAVA, "-XX:AOTCache=" + cache, "-XX:AOTMode=on", "-cp", classPath, "Program");
        Installed.Ended used = installed.run(Map.of(), "", command);
        assertEquals("42\n", used.out(), used.error());

        String folders =
                aot("--", JAVA, "-cp", classPath + ":" + folder, "Program").error();
        assertTrue(folders.contains("has the folder " + folder), folders);
        String failed = aot("-o", cache + "2", "--", JAVA, "-cp", classPath, "Program", "x")
                .error();
        assertTrue(failed.contains("the program has ended with 1"), failed);
        assertTrue(Files.notExists(Path.of(cache + "2")), "no cache of a program that fails");
        Path arguments = folder.resolve("sqlvm.args");
        Files.writeString(arguments, installed.sqlvm("", "args").good());
        String refused = aot("--", JAVA, "@" + arguments, "Program").error();
        assertTrue(refused.contains("makes no cache with --upgrade-module-path"), refused);
        assertTrue(aot("--", "/bin/true").error().contains("is no Java"));
        assertTrue(aot("--", "/no/java").error().contains("does not start"));
    }

    @Test
    void makesAnImage() throws IOException, InterruptedException {
        String classPath = program();
        Path image = folder.resolve("an image");
        Map<String, String> environment = Map.of("JAVA_HOME", System.getProperty("java.home"));
        List<String> command = List.of(
                installed.command(),
                "image",
                image.toString(),
                "python",
                "--add-modules",
                "jdk.sctp");
        Installed.Ended made = installed.run(environment, "", command);
        assertEquals(0, made.code(), made.error());
        List<String> use = List.of(
                image + "/bin/java", "@" + image + "/sqlvm.args", "-cp", classPath, "Program");
        // Not a word that a compiler does not fit.
        assertEquals("42\n", installed.run(Map.of(), "", use).good());
        List<String> list =
                List.of(image + "/bin/java", "@" + image + "/sqlvm.args", "--list-modules");
        String modules = installed.run(Map.of(), "", list).good();
        assertTrue(modules.contains("jdk.sctp") && modules.contains("org.graalvm.py "), modules);
        assertEquals(1, installed.run(environment, "", command).code(), "the folder is there");
    }
}
