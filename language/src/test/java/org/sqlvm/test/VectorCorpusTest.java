package org.sqlvm.test;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.util.stream.Stream;

/** Our test files on vectors of five rows. */
final class VectorCorpusTest {
    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        return Corpus.tests(Engines.VECTORS, Shard.ofBuild(VectorCorpusTest.class, 4));
    }
}
