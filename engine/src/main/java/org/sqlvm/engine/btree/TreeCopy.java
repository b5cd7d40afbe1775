package org.sqlvm.engine.btree;

/**
 * Copies the entries of a tree, as they are, to the end of an empty one. They come in order, so
 * they are not compared.
 */
final class TreeCopy {
    private static final int POLL_INTERVAL = 1000;

    /** Greater than any entry. */
    private static final KeyProbe END = new KeyProbe() {
        @Override
        public int compare(byte[] payload, int offset, int length) {
            return -1;
        }

        @Override
        public long prefix(byte[] common) {
            return Long.MAX_VALUE;
        }
    };

    private TreeCopy() {}

    static void table(
            Btree source,
            int sourceRoot,
            Btree target,
            int targetRoot,
            boolean renumber,
            Runnable poll) {
        try (TableCursor from = source.openTable(sourceRoot, false);
                TableCursor to = target.openTable(targetRoot, true)) {
            long count = 0;
            for (boolean found = from.first(); found; found = from.next()) {
                count++;
                byte[] record = from.fullPayload();
                to.insert(renumber ? count : from.rowid(), record, record.length, true);
                if (count % POLL_INTERVAL == 0) {
                    poll.run();
                }
            }
        }
    }

    static void index(Btree source, int sourceRoot, Btree target, int targetRoot, Runnable poll) {
        try (IndexCursor from = source.openIndex(sourceRoot, false, null);
                IndexCursor to = target.openIndex(targetRoot, true, null)) {
            to.setBulk();
            long count = 0;
            for (boolean found = from.first(); found; found = from.next()) {
                byte[] record = from.fullPayload();
                to.insert(record, record.length, END);
                if (++count % POLL_INTERVAL == 0) {
                    poll.run();
                }
            }
        }
    }
}
