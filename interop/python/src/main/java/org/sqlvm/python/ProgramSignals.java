package org.sqlvm.python;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.sqlvm.language.Surroundings;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Signals that a program in Python sends to itself, and its timer, where the process is not the
 * program's own: GraalPy would send them to the process.
 */
final class ProgramSignals implements AutoCloseable {
    private static final int ALARM = 14;

    private static final double NS = TimeUnit.SECONDS.toNanos(1);

    /** One object for all contexts of a process, which share its code. */
    private static final Source INSTALL = Source.newBuilder(
                    "python", Modules.resource("signals.py"), "signals.py")
            .internal(true)
            .buildLiteral();

    private final Surroundings surroundings;

    private final ReentrantLock lock = new ReentrantLock();

    /** Null while the timer is not set. */
    private Timer timer;

    private long dueNs;
    private double intervalSeconds;

    private ProgramSignals(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Changes the module of signals of a context, whose program has not begun. */
    static ProgramSignals install(Context context, Surroundings surroundings) {
        ProgramSignals signals = new ProgramSignals(surroundings);
        ProxyExecutable send = arguments -> {
            surroundings.signal(arguments[0].asInt());
            return null;
        };
        context.eval(INSTALL).executeVoid(send, (ProxyExecutable) signals::time);
        return signals;
    }

    /** Sets the timer to seconds and an interval, if there are any; returns its state before. */
    private Object time(Value... values) {
        lock.lock();
        try {
            double left = timer == null ? 0 : Math.max(1, dueNs - System.nanoTime()) / NS;
            ProxyArray before = ProxyArray.fromArray(left, timer == null ? 0.0 : intervalSeconds);
            if (values.length > 0) {
                set(values[0].asDouble(), values[1].asDouble());
            }
            return before;
        } finally {
            lock.unlock();
        }
    }

    private void set(double seconds, double interval) {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (seconds > 0) {
            timer = new Timer("alarm", true);
            intervalSeconds = interval;
            start(seconds);
        }
    }

    private void start(double seconds) {
        dueNs = System.nanoTime() + (long) (seconds * NS);
        Timer started = timer;
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                alarm(started);
            }
        };
        started.schedule(task, Math.max(1, Math.round(seconds * TimeUnit.SECONDS.toMillis(1))));
    }

    private void alarm(Timer due) {
        lock.lock();
        try {
            if (timer != due) {
                return; // Another time has been set.
            }
            if (intervalSeconds > 0) {
                start(intervalSeconds);
            } else {
                set(0, 0);
            }
        } finally {
            lock.unlock();
        }
        surroundings.signal(ALARM);
    }

    /** Stops the timer. */
    @Override
    public void close() {
        lock.lock();
        try {
            set(0, 0);
        } finally {
            lock.unlock();
        }
    }
}
