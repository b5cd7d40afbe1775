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
    INTERPRETED {
        @Override
        TestEngine inMemory() {
            return SqlvmEngine.inMemory(SqlvmEngine.Mode.INTERPRETED);
        }

        @Override
        TestEngine onFile(Path file) {
            throw new UnsupportedOperationException(file.toString());
        }
    },
    COMPILED {
        @Override
        TestEngine inMemory() {
            return SqlvmEngine.inMemory(SqlvmEngine.Mode.COMPILED);
        }

        @Override
        TestEngine onFile(Path file) {
            throw new UnsupportedOperationException(file.toString());
        }
    },
    /** sqlvm without the rules of its planner. */
    PLAIN {
        @Override
        TestEngine inMemory() {
            return SqlvmEngine.inMemory(SqlvmEngine.Mode.PLAIN);
        }

        @Override
        TestEngine onFile(Path file) {
            throw new UnsupportedOperationException(file.toString());
        }
    },
    /** sqlvm with so little memory that everything that can be in temporary files is there. */
    SPILLING {
        @Override
        TestEngine inMemory() {
            return SqlvmEngine.inMemory(SqlvmEngine.Mode.SPILLING);
        }

        @Override
        TestEngine onFile(Path file) {
            throw new UnsupportedOperationException(file.toString());
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
    },
    /** SQLite too, with rows that have no order in another one: what a comparison must not mind. */
    REVERSED {
        @Override
        TestEngine inMemory() {
            return reversed(SqliteEngine.inMemory());
        }

        @Override
        TestEngine onFile(Path file) {
            return reversed(SqliteEngine.onFile(file));
        }

        private static TestEngine reversed(TestEngine engine) {
            engine.execute("PRAGMA reverse_unordered_selects = ON");
            return engine;
        }
    };

    abstract TestEngine inMemory();

    /** Opens a file that only this engine opens in this process. */
    abstract TestEngine onFile(Path file);
}
