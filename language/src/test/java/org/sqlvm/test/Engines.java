package org.sqlvm.test;

import java.nio.file.Path;

/** The engines that tests run on. */
enum Engines {
    SQLVM {
        @Override
        TestEngine inMemory() {
            return SqlvmEngine.inMemory();
        }

        @Override
        TestEngine onFile(Path file) {
            return SqlvmEngine.onFile(file);
        }
    },
    SQLITE {
        @Override
        TestEngine inMemory() {
            return SqliteEngine.inMemory();
        }

        @Override
        TestEngine onFile(Path file) {
            return SqliteEngine.onFile(file);
        }
    };

    abstract TestEngine inMemory();

    /** Opens a file that only this engine opens in this process. */
    abstract TestEngine onFile(Path file);
}
