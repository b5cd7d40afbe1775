package org.sqlvm.test.corpus;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Shard;

import java.io.IOException;
import java.util.stream.Stream;

/** Our test files with programs as classes of the JVM where they can be. */
final class ClassCorpusTest {
    @TestFactory
    Stream<DynamicTest> classes() throws IOException {
        return Corpus.tests(Engines.CLASSES, Shard.ofBuild(ClassCorpusTest.class, 4));
    }

    @TestFactory
    Stream<DynamicTest> vectors() throws IOException {
        return Corpus.tests(Engines.CLASS_VECTORS, Shard.ofBuild(ClassCorpusTest.class, 12));
    }

    /** A run goes on as a class wherever nodes have left it. */
    @TestFactory
    Stream<DynamicTest> tiered() throws IOException {
        return Corpus.tests(Engines.TIERED, Shard.ofBuild(ClassCorpusTest.class, 12));
    }

    /** Each cut through a program is right, wherever it is. */
    @TestFactory
    Stream<DynamicTest> parts() throws IOException {
        return Corpus.tests(Engines.CLASS_PARTS, Shard.ofBuild(ClassCorpusTest.class, 12));
    }
}
