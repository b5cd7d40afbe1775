package org.sqlvm.language;

import com.oracle.truffle.api.ThreadLocalAction;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.TruffleSafepoint;

import org.graalvm.polyglot.Context;

import java.util.function.Consumer;

/** Has a thread of a program act at its next safepoint, wherever in the guest's code it is. */
public final class HostSignals {
    private HostSignals() {}

    /**
     * Calls an action on a thread of a context. What it throws is thrown where the thread is, and a
     * guest can catch it.
     *
     * @param action gets the environment of our language in that context
     */
    public static void send(Context context, Thread thread, Consumer<Env> action) {
        context.initialize(SqlvmLanguage.ID);
        context.enter();
        try {
            Env env = SqlvmContext.get(null).databases().env();
            env.submitThreadLocal(new Thread[] {thread}, new ThreadLocalAction(true, false) {
                @Override
                protected void perform(Access access) {
                    action.accept(env);
                }
            });
        } finally {
            context.leave();
        }
    }

    /** Lets what was sent act, in Java code that waits. */
    public static void poll() {
        TruffleSafepoint.poll(null);
    }
}
