package org.sqlvm.test.corpus;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Shard;

import java.io.IOException;
import java.util.stream.Stream;

/** Our test files with programs that were compiled for other literals. */
final class ShapeCorpusTest {
    @TestFactory
    Stream<DynamicTest> shapes() throws IOException {
        return Corpus.tests(Engines.SHAPES, Shard.ofBuild(ShapeCorpusTest.class, 4));
    }
}
