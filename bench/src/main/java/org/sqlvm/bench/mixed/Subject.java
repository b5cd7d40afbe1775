package org.sqlvm.bench.mixed;

import org.sqlvm.bench.VirtualMachine;

import java.nio.file.Path;

/** An engine, and the virtual machine that it runs on. */
enum Subject {
    STOCK("sqlvm-stock", "sqlvm, stock JVM", "jdbc:sqlvm::memory:", "jdbc:sqlvm:"),
    OPTIMIZING("sqlvm", "sqlvm, optimizing", "jdbc:sqlvm::memory:", "jdbc:sqlvm:"),
    SQLITE("sqlite", "sqlite-jdbc", "jdbc:sqlite::memory:", "jdbc:sqlite:"),
    H2("h2", "H2", "jdbc:h2:mem:mixed" + Subject.H2_OPTIONS, "jdbc:h2:");

    /** Without the last one H2 would give the rows of the same query before. */
    private static final String H2_OPTIONS =
            ";NON_KEYWORDS=VALUE,KEY,YEAR;OPTIMIZE_REUSE_RESULTS=0";

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

    VirtualMachine machine() {
        return switch (this) {
            case OPTIMIZING -> VirtualMachine.OPTIMIZING;
            case STOCK -> VirtualMachine.STOCK;
            default -> VirtualMachine.PLAIN;
        };
    }
}
