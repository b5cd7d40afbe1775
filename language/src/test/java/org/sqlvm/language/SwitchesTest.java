package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which parts can be switched off. */
final class SwitchesTest {
    @ParameterizedTest
    @ValueSource(strings = {"unnested", "memo,,share", "MEMO"})
    void onlyRulesThatExistCanBeSwitchedOff(String names) {
        Context.Builder builder = Context.newBuilder(SqlvmLanguage.ID)
                .allowExperimentalOptions(true)
                .option("sqlvm.RulesOff", names);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, builder::build);
        assertTrue(refused.getMessage().contains("in-to-join, indexed-expressions, memo"));
    }
}
