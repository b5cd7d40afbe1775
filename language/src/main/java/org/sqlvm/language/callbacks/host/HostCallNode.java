package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.DirectCallNode;
import com.oracle.truffle.api.nodes.IndirectCallNode;
import com.oracle.truffle.api.nodes.Node;

/** Calls one of {@link HostTargets}; up to three targets at one call site are inlined. */
public abstract class HostCallNode extends Node {
    public static HostCallNode create() {
        return HostCallNodeGen.create();
    }

    public abstract void execute(CallTarget target, Object[] arguments);

    @Specialization(guards = "target == call.getCallTarget()", limit = "3")
    static void direct(
            @SuppressWarnings("unused") CallTarget target,
            Object[] arguments,
            @Cached("create(target)") DirectCallNode call) {
        call.call(arguments);
    }

    @Specialization(replaces = "direct")
    static void indirect(CallTarget target, Object[] arguments, @Cached IndirectCallNode call) {
        call.call(target, arguments);
    }
}
