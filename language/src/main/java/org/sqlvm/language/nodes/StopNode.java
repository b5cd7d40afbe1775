package org.sqlvm.language.nodes;

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

import org.sqlvm.engine.program.ProgramText.Stop;

/**
 * A position in a program that tools may stop at: the beginning of a statement, or a row of a loop.
 * By itself it does nothing.
 */
@GenerateWrapper
@ExportLibrary(NodeLibrary.class)
class StopNode extends Node implements InstrumentableNode {
    private final ProgramVariables variables;
    private final Stop stop;
    private final SourceSection section;

    StopNode(ProgramVariables variables, Stop stop, SourceSection section) {
        this.variables = variables;
        this.stop = stop;
        this.section = section;
    }

    /** For the wrapper that tools put around the node. */
    StopNode(StopNode wrapped) {
        this(wrapped.variables, wrapped.stop, wrapped.section);
    }

    void execute(@SuppressWarnings("unused") VirtualFrame frame) {
        // Tools do something before and behind.
    }

    @Override
    public boolean isInstrumentable() {
        return true;
    }

    @Override
    public WrapperNode createWrapper(ProbeNode probe) {
        return new StopNodeWrapper(this, this, probe);
    }

    @Override
    public boolean hasTag(Class<? extends Tag> tag) {
        return tag == StandardTags.StatementTag.class;
    }

    @Override
    public SourceSection getSourceSection() {
        return section;
    }

    @ExportMessage
    boolean hasScope(@SuppressWarnings("unused") Frame frame) {
        return true;
    }

    @ExportMessage
    Object getScope(Frame frame, @SuppressWarnings("unused") boolean nodeEnter) {
        return variables.scope(frame == null ? null : frame.materialize(), stop);
    }
}
