package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.TestMode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Some phases of some forms, which the seed chooses; {@code ./sqlvm turns} has all of them.
 * {@code -Dsqlvm.turns.forms=N} and {@code -Dsqlvm.turns.phases=N} are for more.
 */
final class TurnsTest {
    private static final long SEED = TestMode.seed(TurnsTest.class, 54);
    private static final int ALL = 60;
    private static final int FORMS =
            Integer.getInteger("sqlvm.turns.forms", TestMode.rounds(10, 20));
    private static final int PHASES = Integer.getInteger("sqlvm.turns.phases", 4);

    @ParameterizedTest
    @EnumSource
    void sameFiles(TurnsKind kind) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<TurnsForm> forms = new Dice(SEED).some(FORMS, kind.forms(ALL));
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            assertTrue(new TurnsRun(out, PHASES).run(forms, SEED), said::toString);
        }
    }
}
