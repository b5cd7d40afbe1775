package org.sqlvm.engine.event;

/**
 * Events that are recorded. None is by default; while one is not, asking for it costs a test.
 *
 * <p>A Java without the module {@code jdk.jfr} loads no class of an event.
 */
public final class Events {
    private static final boolean ARE_THERE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Events() {}

    /** One that begins now; null if statements are not recorded. */
    public static StatementEvent statement() {
        return ARE_THERE ? StatementEvent.begun() : null;
    }

    /** One that begins now; null if waits are not recorded. */
    public static LockWaitEvent lockWait() {
        return ARE_THERE ? LockWaitEvent.begun() : null;
    }

    /** One that begins now; null if checkpoints are not recorded. */
    public static CheckpointEvent checkpoint() {
        return ARE_THERE ? CheckpointEvent.begun() : null;
    }

    /** One that begins now; null if columns are not recorded. */
    public static ColumnsEvent columns() {
        return ARE_THERE ? ColumnsEvent.begun() : null;
    }
}
