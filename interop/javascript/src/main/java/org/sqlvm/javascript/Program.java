package org.sqlvm.javascript;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.sqlvm.language.Surroundings;
import org.sqlvm.language.machine.ProgramRuntime;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A JavaScript program with what Node gives one: modules, timers, a process. All of that is written
 * in JavaScript and loaded when it is first used; this class starts it and is its event loop. Each
 * call from here to JavaScript is one turn, behind which the language settles promises.
 */
final class Program implements AutoCloseable {
    static final String JAVASCRIPT = "js";

    /** The result of {@link #turn} when nothing is left to wait for. */
    private static final double ENDED = -1;

    private final Context context;

    /** Functions of {@code node/boot.js}. */
    private final Value start;

    private final Value turn;
    private final Value uncaught;
    private final Value end;

    /** @param asBetterSqlite3 whether the module sqlvm is found by that name, too */
    Program(List<Object> argv, boolean asBetterSqlite3, Surroundings surroundings) {
        context = surroundings.context(ProgramRuntime.scriptOptions(), Program::prepared);
        Map<String, Object> host = new HashMap<>(HostProcess.functions(context, surroundings));
        host.put("argv", ProxyArray.fromList(argv));
        host.put("asBetterSqlite3", asBetterSqlite3);
        host.put("sqlvm", (ProxyExecutable) _ -> Modules.load(context, surroundings));
        context.initialize(JAVASCRIPT);
        context.enter();
        try {
            Internals.install();
        } finally {
            context.leave();
        }
        Value boot = Modules.evaluate(context, "node/boot.js")
                .execute(ProxyObject.fromMap(host), Internals.PROPERTY);
        start = boot.getMember("start");
        turn = boot.getMember("turn");
        uncaught = boot.getMember("uncaught");
        end = boot.getMember("end");
    }

    private static Context.Builder prepared(Context.Builder builder) {
        return builder.option("js.unhandled-rejections", "handler")
                .option("js.stack-trace-api", "true")
                .option("js.text-encoding", "true")
                .option("js.performance", "false")
                // Worlds of their own, for the module vm.
                .option("js.v8-realm-builtin", "true")
                // Lets the program say where modules of ECMAScript are.
                .option("js.mle-mode", "true");
    }

    /**
     * Runs a program to its end. Gives its exit code.
     *
     * @param path its file, or what to call it
     * @param code its text if it is not in a file; or null
     */
    int run(String path, String code) {
        attempt(() -> start.execute(path, code));
        for (; ; ) {
            double wait = attempt(turn::execute);
            if (wait == ENDED) {
                return attempt(end::execute).intValue();
            }
            if (wait > 0) {
                sleep((long) Math.ceil(wait));
            }
        }
    }

    private interface Turn {
        Value take();
    }

    /** Takes a turn. What it throws, which is not of JavaScript, ends the program. */
    private Double attempt(Turn taken) {
        try {
            Value answer = taken.take();
            return answer.isNumber() ? answer.asDouble() : 0;
        } catch (PolyglotException e) {
            if (e.isInternalError() || e.isCancelled() || e.isExit()) {
                throw e;
            }
            Value thrown = e.getGuestObject();
            uncaught.executeVoid(thrown == null ? e.getMessage() : thrown);
            return 0.0;
        }
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** The text for an error that is not the program's own. */
    static String shown(PolyglotException error) {
        if (!error.isInternalError()) {
            return "Uncaught " + error.getMessage();
        }
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    @Override
    public void close() {
        context.close();
    }
}
