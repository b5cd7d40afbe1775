package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.frame.Frame;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.GenerateWrapper;
import com.oracle.truffle.api.instrumentation.InstrumentableNode;
import com.oracle.truffle.api.instrumentation.ProbeNode;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.instrumentation.Tag;
import com.oracle.truffle.api.interop.NodeLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.language.runtime.ExecutionState;

import java.util.Arrays;
import java.util.Set;

/**
 * A program as tools see it: they wrap this node. Nodes for stops inside the program are only made
 * when a tool asks for them, so that a program without tools is its instructions alone.
 */
@GenerateWrapper
@ExportLibrary(NodeLibrary.class)
class ProgramBodyNode extends Node implements InstrumentableNode {
    private final ProgramRootNode root;

    @Children
    private final InstructionNode[] instructions;

    /** The stops for tools; null until one asks. */
    @Children
    private StopsNode[] stops;

    /** By address: which of {@link #stops} comes before the instruction; -1 for none. */
    @CompilationFinal(dimensions = 1)
    private int[] places;

    ProgramBodyNode(ProgramRootNode root, InstructionNode[] instructions) {
        this.root = root;
        this.instructions = instructions;
    }

    /** For the wrapper that tools put around the node. */
    ProgramBodyNode(ProgramBodyNode wrapped) {
        this(wrapped.root, new InstructionNode[0]);
    }

    /** Runs the program; the outcome is in the state. */
    void execute(VirtualFrame frame, ExecutionState state) {
        root.proceed(frame, state);
    }

    /** Whether each row is to be seen, so that nothing may be done for many of them at once. */
    boolean isStopping() {
        if (stops != null) {
            for (StopsNode stop : stops) {
                if (stop.isWrapped()) {
                    return true;
                }
            }
        }
        return false;
    }

    void stop(VirtualFrame frame, int pc) {
        if (stops != null && places[pc] >= 0) {
            stops[places[pc]].execute(frame);
        }
    }

    @Override
    public InstrumentableNode materializeInstrumentableNodes(
            Set<Class<? extends Tag>> materializedTags) {
        if (stops == null && materializedTags.contains(StandardTags.StatementTag.class)) {
            // Code that has been compiled without them is given up when one gets its wrapper.
            StopsNode[] made = root.makeStops();
            places = new int[instructions.length];
            Arrays.fill(places, -1);
            for (int i = 0; i < made.length; i++) {
                places[made[i].address()] = i;
            }
            stops = insert(made);
        }
        return this;
    }

    @Override
    public boolean isInstrumentable() {
        return true;
    }

    @Override
    public WrapperNode createWrapper(ProbeNode probe) {
        return new ProgramBodyNodeWrapper(this, this, probe);
    }

    @Override
    public boolean hasTag(Class<? extends Tag> tag) {
        return tag == StandardTags.RootTag.class || tag == StandardTags.RootBodyTag.class;
    }

    @Override
    public SourceSection getSourceSection() {
        return root.getSourceSection();
    }

    @ExportMessage
    boolean hasScope(@SuppressWarnings("unused") Frame frame) {
        return true;
    }

    @ExportMessage
    Object getScope(Frame frame, @SuppressWarnings("unused") boolean nodeEnter) {
        return root.variables().scopeInside(frame == null ? null : frame.materialize());
    }
}
