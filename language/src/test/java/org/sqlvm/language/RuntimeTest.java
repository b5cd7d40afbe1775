package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The flags of this process work. Without this test a wrong flag would make all others pass,
 * interpreted, and «compiled» would be a claim.
 */
@Tag("compiled")
final class RuntimeTest {
    @Test
    void runtimeCompiles() {
        try (Engine engine = Engine.create()) {
            assertNotEquals("Interpreted", engine.getImplementationName());
        }
    }

    @Test
    void modeIsWhatTheFlagsSay() {
        String mode = System.getProperty("sqlvm.mode");
        boolean immediately = Boolean.getBoolean("polyglot.engine.CompileImmediately");
        assertEquals(immediately ? "compiled" : "interpreter", mode);
    }
}
