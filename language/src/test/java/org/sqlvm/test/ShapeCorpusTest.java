package org.sqlvm.test;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.util.stream.Stream;

/** Our test files with programs that were compiled for other literals. */
final class ShapeCorpusTest {
    @TestFactory
    Stream<DynamicTest> shapes() throws IOException {
        return Corpus.tests(Engines.SHAPES, Shard.ofBuild(ShapeCorpusTest.class, 4));
    }
}
