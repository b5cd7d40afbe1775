package org.sqlvm.warm;

import org.sqlvm.language.Surroundings;

import java.util.List;

/** The language of a program, by its first argument, as for the launcher. */
enum Language {
    SHELL {
        @Override
        int run(List<String> arguments, Surroundings program) {
            return org.sqlvm.shell.Main.run(arguments.toArray(String[]::new), program);
        }
    },
    PYTHON {
        @Override
        int run(List<String> arguments, Surroundings program) {
            return org.sqlvm.python.Main.run(arguments.subList(1, arguments.size()), program);
        }
    },
    JAVASCRIPT {
        @Override
        int run(List<String> arguments, Surroundings program) {
            return org.sqlvm.javascript.Main.run(arguments.subList(1, arguments.size()), program);
        }
    };

    static Language of(List<String> arguments) {
        return switch (arguments.isEmpty() ? "" : arguments.getFirst()) {
            case "python" -> PYTHON;
            case "js" -> JAVASCRIPT;
            default -> SHELL;
        };
    }

    /** Runs a program on the calling thread; returns its exit code. */
    abstract int run(List<String> arguments, Surroundings program);
}
