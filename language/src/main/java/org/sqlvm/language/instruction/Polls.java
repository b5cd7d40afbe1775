package org.sqlvm.language.instruction;

import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.nodes.EncapsulatingNodeReference;
import com.oracle.truffle.api.nodes.Node;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.language.runtime.ExecutionState;

/** Questions whether a program, or an instruction that runs long, is to go on. */
public final class Polls {
    private Polls() {}

    /** Does what other threads ask of this one, which may end what it does. */
    public static void poll() {
        TruffleSafepoint.poll(EncapsulatingNodeReference.getCurrent().get());
    }

    /** Returns the question, which fails if the run is to end. */
    static Runnable of(ExecutionState state) {
        Interruption interruption = state.connection.workspace().interruption();
        Node node = EncapsulatingNodeReference.getCurrent().get(); // Threads of vectors have none.
        return () -> {
            TruffleSafepoint.poll(node);
            interruption.check();
        };
    }
}
