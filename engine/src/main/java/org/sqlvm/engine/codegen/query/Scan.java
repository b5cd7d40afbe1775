package org.sqlvm.engine.codegen.query;

import java.util.function.IntConsumer;

/**
 * The open end of a loop: where its body goes for the next row, and the code behind the body.
 *
 * @param end emits that code; is given the register of how many rows may be passed, 0 for none
 * @param subroutine the register of the return address if the body is a subroutine; else 0
 * @param body where the body begins if the loop goes through one range of entries in their order;
 *     else {@link #NONE}
 */
record Scan(int next, IntConsumer end, int subroutine, int body) {
    /** No label. */
    static final int NONE = 0;

    Scan(int next, Runnable end) {
        this(next, end, 0);
    }

    Scan(int next, Runnable end, int subroutine) {
        this(next, _ -> end.run(), subroutine, NONE);
    }

    void finish() {
        end.accept(0);
    }
}
