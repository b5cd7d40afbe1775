package org.sqlvm.engine.event;

import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;

/**
 * Events that are recorded. None is by default; while one is not, asking for it costs a test.
 *
 * <p>No class of an event is loaded before the process has a recorder: the first one makes the JDK
 * prepare all of its own events, a tenth of the time of a short program. A Java without the module
 * {@code jdk.jfr} never loads one.
 */
public final class Events {
    private static volatile boolean hasRecorder;

    static {
        if (ModuleLayer.boot().findModule("jdk.jfr").isPresent()) {
            RecorderWatch.begin();
        }
    }

    private Events() {}

    /** Learns that the process has a recorder, at once if it has one already. */
    private static final class RecorderWatch implements FlightRecorderListener {
        static void begin() {
            FlightRecorder.addListener(new RecorderWatch());
        }

        @Override
        public void recorderInitialized(FlightRecorder recorder) {
            hasRecorder = true;
        }
    }

    /** One that begins now; null if statements are not recorded. */
    public static StatementEvent statement() {
        return hasRecorder ? StatementEvent.begun() : null;
    }

    /** One that begins now; null if waits are not recorded. */
    public static LockWaitEvent lockWait() {
        return hasRecorder ? LockWaitEvent.begun() : null;
    }

    /** One that begins now; null if checkpoints are not recorded. */
    public static CheckpointEvent checkpoint() {
        return hasRecorder ? CheckpointEvent.begun() : null;
    }

    /** One that begins now; null if columns are not recorded. */
    public static ColumnsEvent columns() {
        return hasRecorder ? ColumnsEvent.begun() : null;
    }
}
