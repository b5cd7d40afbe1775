package org.sqlvm.warm;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;

import org.graalvm.polyglot.Context;
import org.sqlvm.language.HostSignals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A client's signals in Python: a handler that the program has set runs on its main thread, and an
 * interrupt without one is a {@code KeyboardInterrupt} there. And errors for a lack of memory.
 */
final class GuestSignals {
    private static final Source NO_MEMORY = Source.newBuilder(
                    "python", "import builtins; builtins.MemoryError", "memory")
            .internal(true)
            .build();

    private static final Source MODULE = Source.newBuilder(
                    "python", "import _signal; _signal", "signals")
            .internal(true)
            .build();

    /** A thread that is not at a safepoint for so long is given up. */
    private static final long GRACE_MS = 2_000;

    /** The time after which a thread that is in a callback of GraalPy's is looked at again. */
    private static final long RETRY_MS = 10;

    /**
     * GraalPy runs callbacks of weak references, and handlers of its own signals, by this class. It
     * prints what a callback throws, and goes on: a {@code KeyboardInterrupt} would be lost there.
     */
    private static final String CALLBACKS = "com.oracle.graal.python.runtime.AsyncHandler";

    private static final int IGNORED = 1;

    private enum Taken {
        YES,
        NO,
        LATER
    }

    private GuestSignals() {}

    /**
     * Gives a signal to a program in Python.
     *
     * @param thread its main thread
     * @return whether the program has taken it; if not, the signal ends it
     */
    static boolean send(Context context, Thread thread, int signal) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MS);
        Taken taken = Taken.LATER;
        while (taken == Taken.LATER && System.nanoTime() < deadlineNs) {
            CompletableFuture<Taken> answer = new CompletableFuture<>();
            try {
                HostSignals.send(context, thread, env -> act(env, signal, answer));
                taken = answer.get(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (taken == Taken.LATER) {
                    Thread.sleep(RETRY_MS);
                }
            } catch (TimeoutException e) {
                // Not after it has been ended for that.
                taken = answer.complete(Taken.NO) ? Taken.NO : answer.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (Exception e) {
                return false; // The context is closed.
            }
        }
        return taken == Taken.YES;
    }

    private static boolean isInCallback() {
        return StackWalker.getInstance()
                .walk(frames ->
                        frames.anyMatch(frame -> frame.getClassName().startsWith(CALLBACKS)));
    }

    /**
     * Raises {@code MemoryError} on a program's main thread; returns whether the context is open.
     */
    static boolean failMemory(Context context, Thread thread) {
        return attempt(context, thread, GuestSignals::raiseMemoryError);
    }

    /** Not by a statement: what a program throws to its end is an exit. */
    private static void raiseMemoryError(Env env) {
        try {
            InteropLibrary library = InteropLibrary.getUncached();
            Object type = env.parseInternal(NO_MEMORY).call();
            throw library.throwException(library.instantiate(type));
        } catch (InteropException e) {
            throw new OutOfMemoryError(e.toString());
        }
    }

    /**
     * Has the database's code fail as if the heap were full; returns whether its context is open.
     */
    static boolean failHeap(Context context, Thread thread) {
        return attempt(context, thread, _ -> {
            throw new OutOfMemoryError("Java heap space");
        });
    }

    private static boolean attempt(Context context, Thread thread, Consumer<Env> action) {
        try {
            HostSignals.send(context, thread, action);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static void act(Env env, int signal, CompletableFuture<Taken> taken) {
        if (taken.isDone()) {
            return;
        }
        if (isInCallback()) {
            taken.complete(Taken.LATER);
            return;
        }
        try {
            InteropLibrary library = InteropLibrary.getUncached();
            CallTarget target = env.parseInternal(MODULE);
            Object module = target.call();
            Object handler = library.execute(library.readMember(module, "getsignal"), signal);
            boolean isIgnored = library.fitsInInt(handler) && library.asInt(handler) == IGNORED;
            boolean isHandled = library.isExecutable(handler);
            Taken answer = isHandled || isIgnored ? Taken.YES : Taken.NO;
            if (taken.complete(answer) && isHandled) {
                library.execute(handler, signal, env.asGuestValue(null));
            }
        } catch (InteropException e) {
            taken.completeExceptionally(e);
        }
    }
}
