package org.sqlvm.engine.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A wait for a lock that another connection has. */
@Name("org.sqlvm.LockWait")
@Label("Lock Wait")
@Description("A wait for a lock on a database file that another connection has")
@Category("sqlvm")
@Enabled(false)
@SuppressWarnings("unused") // The recorder reads the fields.
public final class LockWaitEvent extends Event {
    private static final LockWaitEvent PROBE = new LockWaitEvent();

    @Label("Granted")
    @Description("Whether the lock was got; else the statement ends with SQLITE_BUSY")
    private boolean granted;

    private LockWaitEvent() {}

    static LockWaitEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        LockWaitEvent event = new LockWaitEvent();
        event.begin();
        return event;
    }

    /** The wait is over. */
    public void finish(boolean isGranted) {
        end();
        if (shouldCommit()) {
            granted = isGranted;
            commit();
        }
    }
}
