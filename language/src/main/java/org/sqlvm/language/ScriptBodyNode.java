package org.sqlvm.language;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.GenerateWrapper;
import com.oracle.truffle.api.instrumentation.InstrumentableNode;
import com.oracle.truffle.api.instrumentation.ProbeNode;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.instrumentation.Tag;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.interop.Script;
import org.sqlvm.language.interop.SqlvmException;
import org.sqlvm.language.values.NullObject;

/** The statements of a script, one after the other. */
@GenerateWrapper
class ScriptBodyNode extends Node implements InstrumentableNode {
    @Children
    private final StatementNode[] statements;

    private final SourceSection section;

    ScriptBodyNode(StatementNode[] statements, SourceSection section) {
        this.statements = statements;
        this.section = section;
    }

    /** For the wrapper that tools put around the node. */
    ScriptBodyNode(ScriptBodyNode wrapped) {
        this(new StatementNode[0], wrapped.section);
    }

    @ExplodeLoop
    Object execute(VirtualFrame frame) {
        Object result = NullObject.NULL;
        for (int i = 0; i < statements.length; i++) {
            drain(result);
            result = statements[i].execute(frame);
        }
        return result;
    }

    @TruffleBoundary
    private static void drain(Object result) {
        try {
            Script.drain(result);
        } catch (SqlException error) {
            throw SqlvmException.of(error);
        }
    }

    @Override
    public boolean isInstrumentable() {
        return true;
    }

    @Override
    public WrapperNode createWrapper(ProbeNode probe) {
        return new ScriptBodyNodeWrapper(this, this, probe);
    }

    @Override
    public boolean hasTag(Class<? extends Tag> tag) {
        return tag == StandardTags.RootTag.class || tag == StandardTags.RootBodyTag.class;
    }

    @Override
    public SourceSection getSourceSection() {
        return section;
    }
}
