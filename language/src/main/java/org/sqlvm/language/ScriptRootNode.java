package org.sqlvm.language;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.language.interop.SqlvmException;
import org.sqlvm.language.statement.DeepStack;

import java.util.ArrayList;
import java.util.List;

/**
 * A source: its statements in order; the value is the last one's. Knows nothing of any database.
 * What statements before one that fails have done remains, as in SQLite; but a source with a syntax
 * error does not begin, as in all languages: a shell can ask for the rest of it.
 */
final class ScriptRootNode extends RootNode {
    @Child
    private ScriptBodyNode body;

    private final SourceSection section;

    private ScriptRootNode(
            SqlvmLanguage language, StatementNode[] statements, SourceSection section) {
        super(language);
        this.body = new ScriptBodyNode(statements, section);
        this.section = section;
    }

    /**
     * Parses a source.
     *
     * @throws SqlvmException a syntax error with its position
     */
    @TruffleBoundary
    public static ScriptRootNode parse(SqlvmLanguage language, Source source) {
        String sql = source.getCharacters().toString();
        List<StatementNode> statements = new ArrayList<>();
        int start = 0;
        try {
            while (start < sql.length()) {
                Parsed parsed = DeepStack.parse(sql, start);
                if (parsed.statement() != null) {
                    int first = parsed.statement().span().start();
                    SourceSection section = source.createSection(first, parsed.end() - first);
                    boolean parameters = !parsed.parameters().isEmpty();
                    statements.add(new StatementNode(
                            sql.substring(first, parsed.end()), parameters, section));
                }
                start = parsed.end();
            }
        } catch (SqlException error) {
            throw SqlvmException.of(error, source, true);
        }
        return new ScriptRootNode(
                language,
                statements.toArray(StatementNode[]::new),
                source.createSection(0, sql.length()));
    }

    @Override
    public Object execute(VirtualFrame frame) {
        return body.execute(frame);
    }

    @Override
    public SourceSection getSourceSection() {
        return section;
    }

    @Override
    public String getName() {
        return section.getSource().getName();
    }
}
