package org.sqlite;

/** Is told of the end of every transaction that writes. */
public interface SQLiteCommitListener {
    /** A transaction is about to be committed. */
    void onCommit();

    /** A transaction has been undone. */
    void onRollback();
}
