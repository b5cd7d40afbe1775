package org.sqlvm.language.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.truffle.tck.tests.InlineExecutionTest;
import com.oracle.truffle.tck.tests.InvalidSyntaxTest;
import com.oracle.truffle.tck.tests.ScriptTest;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

import java.util.List;

/**
 * Suites of Truffle's compatibility kit over {@link SqlvmProvider}. The others have nothing to run:
 * ExpressionTest and StatementTest combine expressions and statements that are functions of their
 * operands, and IdentityFunctionTest hands over objects of all kinds; SQL has statements with
 * parameters, and those are numbers, strings, buffers and null.
 */
final class TckTest {
    @ParameterizedTest
    @ValueSource(classes = {ScriptTest.class, InvalidSyntaxTest.class, InlineExecutionTest.class})
    void suiteRuns(Class<?> suite) {
        String before = System.getProperty("tck.language");
        System.setProperty("tck.language", "sqlvm");
        try {
            Result result = JUnitCore.runClasses(suite);
            assertTrue(result.getRunCount() > 0, "nothing ran");
            assertEquals(List.of(), result.getFailures());
        } finally {
            if (before == null) {
                System.clearProperty("tck.language");
            } else {
                System.setProperty("tck.language", before);
            }
        }
    }
}
