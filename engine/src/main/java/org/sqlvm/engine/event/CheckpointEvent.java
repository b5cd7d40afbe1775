package org.sqlvm.engine.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A checkpoint: a write-ahead log is copied into its database. */
@Name("org.sqlvm.Checkpoint")
@Label("Checkpoint")
@Description("The write-ahead log is copied into the database")
@Category("sqlvm")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("unused") // The recorder reads the fields.
public final class CheckpointEvent extends Event {
    private static final CheckpointEvent PROBE = new CheckpointEvent();

    @Label("File")
    private String file;

    @Label("Mode")
    private String mode;

    @Label("Frames")
    @Description("In the log")
    private int frames;

    @Label("Copied Frames")
    @Description("Those of the log that are in the database now")
    private int copied;

    private CheckpointEvent() {}

    static CheckpointEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        CheckpointEvent event = new CheckpointEvent();
        event.begin();
        return event;
    }

    /** The checkpoint has ended. */
    public void finish(String path, String checkpointMode, int frameCount, int copiedCount) {
        end();
        if (shouldCommit()) {
            file = path;
            mode = checkpointMode;
            frames = frameCount;
            copied = copiedCount;
            commit();
        }
    }
}
