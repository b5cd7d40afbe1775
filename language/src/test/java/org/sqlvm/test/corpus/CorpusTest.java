package org.sqlvm.test.corpus;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Shard;
import org.sqlvm.test.engines.TestMode;

import java.io.IOException;
import java.util.stream.Stream;

/**
 * SQLite and sqlvm both give what our test files say. What sqlvm cannot do yet is marked
 * {@code later}, record by record.
 */
@Tag("compiled")
final class CorpusTest {
    /**
     * All files take two hours to compile, so that a compiled run takes a part of them, which the
     * commit chooses, or {@code -Dsqlvm.shard=2/20}.
     */
    private static final int SHARDS_COMPILED = 110;

    /** The first records of a file that an ordinary build compiles; each takes a second or two. */
    private static final int RECORDS_COMPILED = 12;

    @TestFactory
    Stream<DynamicTest> sqlite() throws IOException {
        return TestMode.COMPILED ? Stream.empty() : Corpus.tests(Engines.SQLITE);
    }

    @TestFactory
    Stream<DynamicTest> sqlvm() throws IOException {
        if (!TestMode.COMPILED) {
            return Corpus.tests(Engines.SQLVM);
        }
        Shard shard = Shard.ofSeed(TestMode.seed(CorpusTest.class, 0), SHARDS_COMPILED);
        System.out.println("CorpusTest compiles shard " + shard + " of the corpus");
        return Corpus.tests(
                Engines.COMPILED, shard, TestMode.FULL ? Integer.MAX_VALUE : RECORDS_COMPILED);
    }
}
