package org.sqlvm.language.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Test;

import java.util.Map;

final class ProgramRuntimeTest {
    private static final String THRESHOLD = "engine.SingleTierCompilationThreshold";

    @Test
    void anEngineKnowsTheOptions() {
        Map<String, String> options = ProgramRuntime.engineOptions();
        try (Engine engine = Engine.newBuilder("sqlvm")
                .allowExperimentalOptions(true)
                .options(options)
                .build()) {
            assertNotNull(engine);
        }
    }

    @Test
    void aSystemPropertyGoesBeforeThem() {
        int all = ProgramRuntime.engineOptions().size();
        System.setProperty("polyglot." + THRESHOLD, "7");
        try {
            Map<String, String> options = ProgramRuntime.engineOptions();
            assertEquals(null, options.get(THRESHOLD));
            assertEquals(Math.max(0, all - 1), options.size());
        } finally {
            System.clearProperty("polyglot." + THRESHOLD);
        }
    }
}
