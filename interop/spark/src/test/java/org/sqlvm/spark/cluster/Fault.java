package org.sqlvm.spark.cluster;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An end of the virtual machine at a certain step, as by SIGKILL; once for each marker.
 *
 * @param step the step before which the machine ends
 * @param marker a file that does not exist until the fault has happened
 */
record Fault(Step step, String marker) implements Serializable {
    /** The steps of a write. */
    enum Step {
        /** A task has committed its rows, and the driver does not know it. */
        TASK_COMMITTED,
        /** All tasks are done. */
        DRIVER_COMMIT,
        /** The rows are in the table, and the program does not know it. */
        DRIVER_COMMITTED
    }

    /** The exit code of a process that is killed. */
    static final int KILLED = 137;

    /** Ends this machine at a step, if it is the fault's and has not happened yet. */
    void at(Step reached) {
        if (reached == step && isFirst(Path.of(marker))) {
            Runtime.getRuntime().halt(KILLED);
        }
    }

    /** Returns whether this call has created the file. */
    static boolean isFirst(Path file) {
        try {
            Files.createFile(file);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
