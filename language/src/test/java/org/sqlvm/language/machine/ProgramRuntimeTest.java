package org.sqlvm.language.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;

@Tag("compiled")
final class ProgramRuntimeTest {
    private static final String THRESHOLD = "engine.SingleTierCompilationThreshold";

    private static final String DELAY = "sqlvm.CompilationDelay";

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
    void aThresholdOfASystemPropertyGoesBeforeThem() {
        System.setProperty("polyglot." + THRESHOLD, "7");
        try {
            assertEquals(Map.of(), ProgramRuntime.engineOptions());
        } finally {
            System.clearProperty("polyglot." + THRESHOLD);
        }
    }

    @Test
    void anOptionOfASystemPropertyGoesBeforeTheSame() {
        Map<String, String> usual = ProgramRuntime.engineOptions();
        System.setProperty("polyglot." + DELAY, "7");
        try {
            Map<String, String> options = new HashMap<>(usual);
            options.remove(DELAY);
            assertEquals(options, ProgramRuntime.engineOptions());
        } finally {
            System.clearProperty("polyglot." + DELAY);
        }
    }
}
