package org.sqlvm.language.host;

import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.TruffleLanguage.Env;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.error.SqlException;

import java.util.function.Supplier;

/**
 * The way from Java callers into a context: enters it if the thread is not inside already, and
 * turns errors into the ones of the API. Costs about 100 ns, once per batch.
 */
final class Entry {
    private final TruffleContext context;

    Entry(Env env) {
        this.context = env.getContext();
    }

    <T> T call(Supplier<T> work) {
        boolean inside = context.isEntered();
        Object before = inside ? null : context.enter(null);
        try {
            return work.get();
        } catch (SqlException error) {
            throw new SqlvmException(error.getMessage(), error.code(), error.position(), error);
        } finally {
            if (!inside) {
                context.leave(null, before);
            }
        }
    }

    void run(Runnable work) {
        call(() -> {
            work.run();
            return null;
        });
    }
}
