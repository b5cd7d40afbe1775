package org.sqlvm.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd;
import org.sqlvm.api.Database;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The driver's transactions that keep snapshots of files with a write-ahead log readable, until the
 * query that reads them has ended. A later run of the same plan works as long as the log has not
 * begun again.
 */
final class HeldSnapshots extends SparkListener {
    private static final String EXECUTION = "spark.sql.execution.id";

    private static final Map<SparkContext, HeldSnapshots> BY_CONTEXT = new ConcurrentHashMap<>();

    /** The connections by the number of the query's execution. */
    private final Map<Long, ConcurrentLinkedQueue<Database>> held = new ConcurrentHashMap<>();

    private HeldSnapshots() {}

    /** Returns the transactions of a context, which ends them as its queries end. */
    static HeldSnapshots of(SparkContext context) {
        BY_CONTEXT.keySet().removeIf(SparkContext::isStopped);
        return BY_CONTEXT.computeIfAbsent(context, each -> {
            HeldSnapshots made = new HeldSnapshots();
            each.addSparkListener(made);
            return made;
        });
    }

    /** Keeps a connection's transaction until the running query ends; closes it without one. */
    void hold(SparkContext context, Database database) {
        String execution = context.getLocalProperty(EXECUTION);
        if (execution == null) {
            database.close();
            return;
        }
        held.computeIfAbsent(Long.valueOf(execution), _ -> new ConcurrentLinkedQueue<>())
                .add(database);
    }

    /** Returns the number of connections that are open. */
    int count() {
        return held.values().stream().mapToInt(ConcurrentLinkedQueue::size).sum();
    }

    @Override
    public void onOtherEvent(SparkListenerEvent event) {
        if (event instanceof SparkListenerSQLExecutionEnd end) {
            ConcurrentLinkedQueue<Database> ended = held.remove(end.executionId());
            if (ended != null) {
                ended.forEach(Database::close);
            }
        }
    }
}
