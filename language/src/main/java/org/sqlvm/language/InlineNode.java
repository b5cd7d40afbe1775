package org.sqlvm.language;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.MaterializedFrame;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.instrumentation.InstrumentableNode;
import com.oracle.truffle.api.interop.NodeLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.nodes.ExecutableNode;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.source.Source;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.OpenDatabases;
import org.sqlvm.language.interop.SqlvmException;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCode;
import org.sqlvm.language.statement.ScopedExpression;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.Variables;

/** An expression that a debugger evaluates where it has stopped, as the condition of a stop. */
final class InlineNode extends ExecutableNode {
    private final ScopedExpression expression;
    private final Node location;

    private InlineNode(SqlvmLanguage language, ScopedExpression expression, Node location) {
        super(language);
        this.expression = expression;
        this.location = location;
    }

    /** @throws SqlvmException a syntax error */
    @TruffleBoundary
    static InlineNode parse(SqlvmLanguage language, Source source, Node location) {
        try {
            String text = source.getCharacters().toString();
            return new InlineNode(language, ScopedExpression.parse(text), location);
        } catch (SqlException error) {
            throw SqlvmException.of(error, source, true);
        }
    }

    @Override
    public Object execute(VirtualFrame frame) {
        return evaluate(SqlvmContext.get(this).databases(), frame.materialize());
    }

    @TruffleBoundary
    private Object evaluate(OpenDatabases databases, MaterializedFrame frame) {
        try {
            boolean inProgram = location.getRootNode() instanceof ProgramCode;
            Connection connection = inProgram
                    ? ((ExecutionState) frame.getArguments()[0]).connection
                    : databases.main().connection();
            Variables scope = inProgram ? scope(frame) : null;
            return GuestValues.toGuest(
                    expression.evaluate(databases.programs(), connection, scope));
        } catch (SqlException error) {
            throw SqlvmException.of(error);
        }
    }

    private Variables scope(MaterializedFrame frame) {
        Node node = InstrumentableNode.findInstrumentableParent(location);
        try {
            return (Variables) NodeLibrary.getUncached().getScope(node, frame, true);
        } catch (UnsupportedMessageException _) {
            return null; // The location has no scope.
        }
    }
}
