package org.sqlvm.bench.mixed;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An engine, and the virtual machine that it runs on. */
enum Subject {
    STOCK("sqlvm-stock", "sqlvm, stock JVM", "jdbc:sqlvm::memory:", "jdbc:sqlvm:"),
    OPTIMIZING("sqlvm", "sqlvm, optimizing", "jdbc:sqlvm::memory:", "jdbc:sqlvm:"),
    SQLITE("sqlite", "sqlite-jdbc", "jdbc:sqlite::memory:", "jdbc:sqlite:"),
    H2("h2", "H2", "jdbc:h2:mem:mixed" + Subject.H2_OPTIONS, "jdbc:h2:");

    /** Without the last one H2 would give the rows of the same query before. */
    private static final String H2_OPTIONS =
            ";NON_KEYWORDS=VALUE,KEY,YEAR;OPTIMIZE_REUSE_RESULTS=0";

    private static final String MODULE_PATH = "--module-path=";

    final String id;
    final String title;
    final String memory;
    private final String prefix;

    Subject(String id, String title, String memory, String prefix) {
        this.id = id;
        this.title = title;
        this.memory = memory;
        this.prefix = prefix;
    }

    /** The address of a database in a file. */
    String file(Path file) {
        return prefix + file.toAbsolutePath() + (this == H2 ? H2_OPTIONS : "");
    }

    /**
     * The virtual machine of a process. The optimizing runtime has the flags of this one. On the
     * class path alone, which is what {@code ./sqlvm classpath} prints, a JDK has no compiler for
     * programs.
     */
    List<String> java() throws IOException {
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
        String path = System.getProperty("java.class.path");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (this == OPTIMIZING) {
            command.addAll(flags);
        } else {
            flags.stream().filter(flag -> flag.startsWith("-X")).forEach(command::add);
            command.removeIf(flag -> flag.contains("JVMCI"));
            command.add("--enable-native-access=ALL-UNNAMED");
            command.add("--sun-misc-unsafe-memory-access=allow");
            path += this == STOCK ? modules(flags) : "";
        }
        command.addAll(List.of("-cp", path));
        return command;
    }

    private static String modules(List<String> flags) throws IOException {
        StringBuilder path = new StringBuilder();
        for (String flag : flags) {
            if (flag.startsWith(MODULE_PATH)) {
                try (Stream<Path> jars =
                        Files.list(Path.of(flag.substring(MODULE_PATH.length())))) {
                    jars.filter(jar -> !jar.getFileName()
                                    .toString()
                                    .matches("(truffle-runtime|jniutils)-.*"))
                            .forEach(jar -> path.append(File.pathSeparator).append(jar));
                }
            }
        }
        return path.toString();
    }
}
