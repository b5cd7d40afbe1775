package org.sqlvm.test.corpus;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Shard;

import java.io.IOException;
import java.util.stream.Stream;

/** Our test files on vectors of five rows. */
final class VectorCorpusTest {
    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        return Corpus.tests(Engines.VECTORS, Shard.ofBuild(VectorCorpusTest.class, 4));
    }
}
