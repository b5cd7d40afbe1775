package org.sqlvm.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.language.Surroundings;

import java.lang.reflect.Proxy;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Handlers, signals and timers of two programs in one process. */
final class ProgramSignalsTest {
    private static final String HANDLED = "import signal\nseen = []\n"
            + "signal.signal(%s, lambda number, frame: seen.append(number))\n";

    private final BlockingQueue<Integer> sent = new LinkedBlockingQueue<>();

    private final Surroundings surroundings = (Surroundings) Proxy.newProxyInstance(
            Surroundings.class.getClassLoader(),
            new Class<?>[] {Surroundings.class},
            (_, method, arguments) -> {
                assertEquals("signal", method.getName());
                return sent.add((Integer) arguments[0]) ? null : this;
            });

    private final Context one =
            Context.newBuilder("python").allowAllAccess(true).build();
    private final Context other =
            Context.newBuilder("python").allowAllAccess(true).build();
    private final ProgramSignals signals = ProgramSignals.install(one, surroundings);
    private final ProgramSignals others = ProgramSignals.install(other, surroundings);

    @AfterEach
    void close() {
        signals.close();
        others.close();
        one.close(true);
        other.close(true);
    }

    private static String ask(Context context, String expression) {
        return context.eval("python", "str(" + expression + ")").asString();
    }

    @Test
    void handlersAreTheProgramsOwn() {
        one.eval("python", HANDLED.formatted("signal.SIGUSR2"));
        one.eval("python", "signal.signal(signal.SIGINT, signal.SIG_IGN)");
        other.eval("python", "import signal");
        assertEquals(
                "Handlers.SIG_DFL", ask(other, "repr(signal.getsignal(12))").substring(1, 17));
        assertTrue(ask(other, "signal.getsignal(2)").contains("default_int_handler"));
        one.eval("python", "signal.raise_signal(signal.SIGUSR2); signal.raise_signal(2)");
        assertEquals("[12]", ask(one, "seen"));
        assertTrue(sent.isEmpty());
        assertEquals("True", ask(one, "signal.signal(12, signal.SIG_DFL) is not None"));
    }

    @Test
    void anInterruptWithoutHandlerIsAnException() {
        one.eval("python", "import signal");
        PolyglotException thrown = assertThrows(
                PolyglotException.class, () -> one.eval("python", "signal.raise_signal(2)"));
        assertEquals("KeyboardInterrupt", thrown.getMessage());
    }

    @Test
    void whatHasNoHandlerIsSent() throws InterruptedException {
        Thread program = Thread.ofPlatform()
                .start(() -> assertThrows(
                        PolyglotException.class,
                        () -> other.eval("python", "import signal; signal.raise_signal(15)")));
        assertEquals(15, sent.take());
        other.close(true);
        program.join();
    }

    @Test
    void theTimerSendsAndSaysWhatIsLeft() throws InterruptedException {
        one.eval("python", "import signal");
        other.eval("python", "import signal");
        assertEquals("(0.0, 0.0)", ask(one, "signal.setitimer(0, 0.02, 0.01)"));
        assertEquals(14, sent.take());
        assertEquals(14, sent.take());
        assertEquals("0.01", ask(one, "signal.getitimer(0)[1]"));
        assertEquals("(0.0, 0.0)", ask(other, "signal.getitimer(0)"));
        one.eval("python", "signal.alarm(100)");
        assertEquals("100", ask(one, "signal.alarm(0)"));
        sent.clear();
        assertEquals("(0.0, 0.0)", ask(one, "signal.getitimer(0)"));
        assertEquals(null, sent.poll(50, TimeUnit.MILLISECONDS));
    }

    @Test
    void wrongArgumentsAreErrors() {
        one.eval("python", "import signal");
        assertThrows(
                PolyglotException.class,
                () -> one.eval("python", "signal.signal(2, 'no handler')"));
        assertThrows(PolyglotException.class, () -> one.eval("python", "signal.setitimer(0, -1)"));
        assertTrue(ask(one, "signal.getsignal(2)").contains("default_int_handler"));
    }
}
