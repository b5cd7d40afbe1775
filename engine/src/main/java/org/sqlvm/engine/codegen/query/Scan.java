package org.sqlvm.engine.codegen.query;

/**
 * The open end of a loop: where its body goes for the next row, and the code behind the body.
 *
 * @param subroutine the register of the return address if the body is a subroutine; else 0
 */
record Scan(int next, Runnable end, int subroutine) {
    Scan(int next, Runnable end) {
        this(next, end, 0);
    }

    void finish() {
        end.run();
    }
}
