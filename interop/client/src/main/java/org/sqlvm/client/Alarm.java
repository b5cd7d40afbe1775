package org.sqlvm.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs an action after a delay, unless it is closed before. */
final class Alarm implements AutoCloseable {
    private final AtomicBoolean isOver = new AtomicBoolean();
    private Thread thread;

    private Alarm() {}

    /** @param time the delay; zero for an alarm that never goes off */
    static Alarm after(Duration time, Runnable action) {
        Alarm alarm = new Alarm();
        if (!time.isZero()) {
            alarm.thread = Thread.ofVirtual().name("sqlvm-client-alarm").start(() -> {
                try {
                    Thread.sleep(time);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
                if (alarm.isOver.compareAndSet(false, true)) {
                    action.run();
                }
            });
        }
        return alarm;
    }

    /** Returns whether the delay has passed and the action was started. */
    boolean isRinging() {
        return isOver.get();
    }

    @Override
    public void close() {
        if (isOver.compareAndSet(false, true) && thread != null) {
            thread.interrupt();
        }
    }
}
