package org.sqlvm.test.corpus;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.sqlvm.test.engines.Engines;

import java.io.IOException;
import java.util.stream.Stream;

/** Our test files without memory for rows, or for groups. */
@Tag("full")
final class SpillingCorpusTest {
    @TestFactory
    Stream<DynamicTest> spilling() throws IOException {
        return Corpus.tests(Engines.SPILLING);
    }

    @TestFactory
    Stream<DynamicTest> spillingVectors() throws IOException {
        return Corpus.tests(Engines.SPILLING_VECTORS);
    }
}
