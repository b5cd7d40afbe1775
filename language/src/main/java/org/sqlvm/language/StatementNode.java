package org.sqlvm.language;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.GenerateWrapper;
import com.oracle.truffle.api.instrumentation.InstrumentableNode;
import com.oracle.truffle.api.instrumentation.ProbeNode;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.instrumentation.Tag;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.interop.SqlvmException;
import org.sqlvm.language.interop.StatementObject;
import org.sqlvm.language.statement.PreparedStatement;

/**
 * A statement of a source. It finds its program at each execution, by text and schema, since the
 * context and its database may be another one each time.
 */
@GenerateWrapper
class StatementNode extends Node implements InstrumentableNode {
    private final String sql;
    private final boolean hasParameters;
    private final SourceSection section;

    StatementNode(String sql, boolean hasParameters, SourceSection section) {
        this.sql = sql;
        this.hasParameters = hasParameters;
        this.section = section;
    }

    /** For the wrapper that tools put around the node. */
    StatementNode(StatementNode wrapped) {
        this(wrapped.sql, wrapped.hasParameters, wrapped.section);
    }

    Object execute(@SuppressWarnings("unused") VirtualFrame frame) {
        return run(SqlvmContext.get(this));
    }

    /** A statement with parameters waits for their values. */
    @TruffleBoundary
    private Object run(SqlvmContext context) {
        try {
            OpenDatabase database = context.databases().main();
            PreparedStatement statement = database.prepare(sql, section);
            return hasParameters
                    ? new StatementObject(database, statement)
                    : StatementObject.run(statement, statement.noParameters());
        } catch (SqlException error) {
            throw SqlvmException.of(shifted(error), section.getSource(), false);
        }
    }

    /** A statement's errors count from its own beginning; the source's from the script's. */
    private SqlException shifted(SqlException error) {
        return error.position() < 0
                ? error
                : new SqlException(
                        error.code(),
                        error.getMessage(),
                        error.position() + section.getCharIndex());
    }

    @Override
    public boolean isInstrumentable() {
        return true;
    }

    @Override
    public WrapperNode createWrapper(ProbeNode probe) {
        return new StatementNodeWrapper(this, this, probe);
    }

    @Override
    public boolean hasTag(Class<? extends Tag> tag) {
        return tag == StandardTags.StatementTag.class;
    }

    @Override
    public SourceSection getSourceSection() {
        return section;
    }
}
