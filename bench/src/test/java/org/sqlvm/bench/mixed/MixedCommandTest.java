package org.sqlvm.bench.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

class MixedCommandTest {
    @Test
    void anUnknownEngineIsAnError() {
        PrintStream out = new PrintStream(new ByteArrayOutputStream());
        assertEquals(2, new MixedCommand(out).run("--engines", "sqlite,foo"));
    }
}
