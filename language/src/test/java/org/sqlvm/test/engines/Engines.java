package org.sqlvm.test.engines;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;

/** The engines that tests run on. */
public enum Engines {
    SQLVM(SqlvmEngine::inMemory, SqlvmEngine::onFile),
    INTERPRETED(SqlvmEngine.Mode.INTERPRETED),
    COMPILED(SqlvmEngine.Mode.COMPILED),
    /** sqlvm without the rules of its planner. */
    PLAIN(SqlvmEngine.Mode.PLAIN),
    /** sqlvm with so little memory that everything that can be in temporary files is there. */
    SPILLING(SqlvmEngine.Mode.SPILLING),
    /** sqlvm with whatever can run on vectors there, few rows at a time. */
    VECTORS(SqlvmEngine.Mode.VECTORS),
    /** The same without memory for groups: they leave it for files. */
    SPILLING_VECTORS(SqlvmEngine.Mode.SPILLING_VECTORS),
    /** sqlvm with hardly any page of a file in memory. */
    UNCACHED(SqlvmEngine.Mode.UNCACHED),
    /** sqlvm that runs a statement again when the same text comes again. */
    KEEPING(SqlvmEngine.Mode.KEEPING),
    /** The same with programs as classes of the JVM. */
    KEEPING_CLASSES(SqlvmEngine.Mode.KEEPING_CLASSES),
    /** sqlvm whose programs have been compiled for texts of the same shape with other literals. */
    SHAPES(SqlvmEngine.Mode.SHAPES),
    /** sqlvm with programs as classes of the JVM where they can be. */
    CLASSES(SqlvmEngine.Mode.CLASSES),
    /** The same with a method for every three instructions. */
    CLASS_PARTS(SqlvmEngine.Mode.CLASS_PARTS),
    /** The same, reading rows from columns. */
    CLASS_VECTORS(SqlvmEngine.Mode.CLASS_VECTORS),
    /** sqlvm with programs that become classes in the middle of a run. */
    TIERED(SqlvmEngine.Mode.TIERED),
    SQLITE(SqliteEngine::inMemory, SqliteEngine::onFile),
    /** SQLite too, with rows that have no order in another one: what a comparison must not mind. */
    REVERSED(() -> reversed(SqliteEngine.inMemory()), file -> reversed(SqliteEngine.onFile(file)));

    private final Supplier<TestEngine> inMemory;
    private final Function<Path, TestEngine> onFile;

    Engines(Supplier<TestEngine> inMemory, Function<Path, TestEngine> onFile) {
        this.inMemory = inMemory;
        this.onFile = onFile;
    }

    Engines(SqlvmEngine.Mode mode) {
        this(() -> SqlvmEngine.inMemory(mode), file -> SqlvmEngine.onFile(file, mode));
    }

    /** Returns the one that keeps statements, with classes if this one makes classes. */
    public Engines keeping() {
        return switch (this) {
            case CLASSES, CLASS_PARTS, CLASS_VECTORS, TIERED, KEEPING_CLASSES -> KEEPING_CLASSES;
            default -> KEEPING;
        };
    }

    public TestEngine inMemory() {
        return inMemory.get();
    }

    /** Opens a file that only this engine opens in this process. */
    public TestEngine onFile(Path file) {
        return onFile.apply(file);
    }

    private static TestEngine reversed(TestEngine engine) {
        engine.execute("PRAGMA reverse_unordered_selects = ON");
        return engine;
    }
}
