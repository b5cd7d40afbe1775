package org.sqlvm.bench;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The virtual machine that a process of a benchmark runs on, and that of a user. */
public enum VirtualMachine {
    /** With the flags of this one, which has a compiler for programs. */
    OPTIMIZING,
    /**
     * With sqlvm on the class path alone, as {@code ./sqlvm classpath} prints it: a JDK has no
     * compiler for programs.
     */
    STOCK,
    /** Without sqlvm's modules, for other engines. */
    PLAIN;

    private static final String MODULE_PATH = "--module-path=";

    /** The command up to the class path; what follows is a main class and its arguments. */
    public List<String> command() throws IOException {
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
