package org.sqlvm.language.nodes;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.InstrumentableNode.WrapperNode;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;

import java.util.List;

/** The stops for tools before one instruction. */
final class StopsNode extends Node {
    @Children
    private final StopNode[] stops;

    private final int address;

    StopsNode(int address, List<StopNode> stops) {
        this.address = address;
        this.stops = stops.toArray(StopNode[]::new);
    }

    int address() {
        return address;
    }

    /** Whether a tool is there. */
    boolean isWrapped() {
        for (StopNode stop : stops) {
            if (stop instanceof WrapperNode) {
                return true;
            }
        }
        return false;
    }

    @ExplodeLoop
    void execute(VirtualFrame frame) {
        for (StopNode stop : stops) {
            stop.execute(frame);
        }
    }
}
