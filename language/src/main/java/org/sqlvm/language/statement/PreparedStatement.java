package org.sqlvm.language.statement;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.codegen.Compiler;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.Limits;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramFacts;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.StatementShape;
import org.sqlvm.engine.sql.SyntaxLimits;
import org.sqlvm.engine.sql.tree.SharedLiterals;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.virtual.AskedFunction;
import org.sqlvm.language.options.SqlvmOptions;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.runtime.ProgramCode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A statement of one connection: its text, and its program for the present schema. It is compiled
 * again when the schema has changed.
 */
public final class PreparedStatement {
    /** Characters of a script that a program may keep. */
    private static final int SCRIPT_LENGTH_MAX = 1 << 20;

    private final SharedPrograms programs;
    private final Connection connection;
    /** The text of the statement alone, without surrounding text. */
    private final String sql;
    /** Null if it has none, or one without literals. */
    private final StatementShape statementShape;

    /** Where tools see the statement, if its program is made for it; or null. */
    private final SourceSection origin;

    private CompiledProgram compiled;
    /**
     * The connection's change count and shape at which the program was last known to be current.
     */
    private int changeCount;

    private Object connectionShape;
    /** The authorizer that allowed it when it was compiled; or null. */
    private Authorization.Judge authorizer;

    private PreparedStatement(
            SharedPrograms programs,
            Connection connection,
            String sql,
            StatementShape statementShape,
            SourceSection origin) {
        this.programs = programs;
        this.connection = connection;
        this.sql = sql;
        this.statementShape = statementShape;
        this.origin = origin;
    }

    /**
     * Compiles a statement.
     *
     * @param sql one statement, with or without its semicolon
     */
    @TruffleBoundary
    public static PreparedStatement prepare(
            SharedPrograms programs, Connection connection, String sql) {
        return prepare(programs, connection, sql, null);
    }

    /**
     * Compiles a statement of a script.
     *
     * @param origin its position in the script; or null
     */
    @TruffleBoundary
    public static PreparedStatement prepare(
            SharedPrograms programs, Connection connection, String sql, SourceSection origin) {
        return prepare(programs, connection, sql, StatementShape.of(sql, 0), origin);
    }

    /** Compiles a statement of a text, in which the positions of its errors count. */
    @TruffleBoundary
    public static PreparedStatement prepare(
            SharedPrograms programs, Connection connection, StatementText text) {
        try {
            return prepare(programs, connection, text.own(), text.shape(), null);
        } catch (SqlException error) {
            if (error.position() < 0) {
                throw error;
            }
            int position = text.start() + error.position();
            throw new SqlException(error.code(), error.getMessage(), position);
        }
    }

    private static PreparedStatement prepare(
            SharedPrograms programs,
            Connection connection,
            String sql,
            StatementShape shape,
            SourceSection origin) {
        connection.endInterruption();
        boolean shares =
                shape != null && shape.hasLiterals() && programs.switches().shapes();
        StatementShape used = shares ? shape : null;
        PreparedStatement statement =
                new PreparedStatement(programs, connection, sql, used, origin);
        checkText(connection.limits(), sql);
        statement.compile();
        Program program = statement.program();
        connection
                .limits()
                .checkProgram(
                        program.parameters().size(),
                        program.columns().size(),
                        program.instructions().size());
        return statement;
    }

    /** Programs are shared by connections that may have other limits: they say nothing of them. */
    private static void checkText(Limits limits, String sql) {
        limits.checkSql(sql);
        SyntaxLimits syntax = limits.syntax();
        if (!syntax.equals(SyntaxLimits.MOST)) {
            DeepStack.call(sql.length(), () -> Parser.parse(sql, 0, syntax));
        }
    }

    public Connection connection() {
        return connection;
    }

    public String sql() {
        return sql;
    }

    /** Returns the text with values instead of its parameters. */
    @TruffleBoundary
    public String expanded(Parameters values) {
        return ExpandedSql.of(sql, values, connection);
    }

    /** The text, with {@code ?} for literals that other texts of its program have others for. */
    String shape() {
        return statementShape == null || statementShape.key() == null
                ? sql
                : StatementShape.shown(statementShape.key());
    }

    public Program program() {
        return compiled.program();
    }

    CompiledProgram compiled() {
        return compiled;
    }

    /** The names of parameters 1, 2, …; empty where one has no name. */
    public List<String> parameters() {
        return compiled.program().parameters();
    }

    /**
     * Parameters without values; with the statement's literals, if it runs the program of its
     * shape, now or after a change of the schema.
     */
    public Parameters noParameters() {
        int count = parameters().size();
        return statementShape == null
                ? new Parameters(count)
                : new Parameters(count, statementShape);
    }

    /** Whether the next run would not compile it again, as far as this connection knows. */
    boolean isCurrent() {
        return changeCount == connection.changeCount()
                && authorizer == connection.hooks().authorizer();
    }

    /**
     * Compiles again if the connection has changed something that the statement's meaning depends
     * on: a program for the old schema might wait for a lock that the new one does not need. The
     * program itself notices other connections' changes of the files when it begins to read them.
     */
    void refresh(Execution run) {
        if (!isCurrent()) {
            adapt(run);
        }
    }

    @TruffleBoundary
    private void adapt(Execution run) {
        if (connectionShape != connection.shape()
                || authorizer != connection.hooks().authorizer()
                || isOld()) {
            run.compiling(this::compile);
        }
        changeCount = connection.changeCount();
    }

    /** A program that compares schemas itself need not have one read for that. */
    private boolean isOld() {
        ProgramFacts facts = compiled.program().facts();
        return facts.asksSchema()
                && (connection.hasReadSchemas() || facts.databases().isEmpty())
                && connection.schema().fingerprint() != compiled.schema().fingerprint();
    }

    /**
     * Finds or makes the program for the connection's known schema. An error may come from a schema
     * that another process has changed since: then the schema is read again, and the error is
     * thrown if it remains, or if the schema cannot be read.
     */
    @TruffleBoundary
    void compile() {
        authorizer = connection.hooks().authorizer();
        if (!connection.knowsSchema() && !needsSchema()) {
            take(connection.emptySchema());
            return;
        }
        Schema known = connection.schema();
        try {
            take(known);
        } catch (SqlException error) {
            if (!isOutdated(known)) {
                throw error;
            }
            take(connection.schema());
        }
    }

    private boolean isOutdated(Schema known) {
        try {
            connection.refreshSchema();
        } catch (SqlException e) {
            if (ResultCode.primary(e.code()) == ResultCode.BUSY) {
                return false;
            }
            throw e;
        }
        return connection.schema().fingerprint() != known.fingerprint();
    }

    private void take(Schema schema) {
        compiled = find(schema);
        changeCount = connection.changeCount();
        connectionShape = connection.shape();
    }

    private boolean needsSchema() {
        Statement tree = DeepStack.call(sql.length(), () -> Parser.parse(sql, 0).statement());
        return tree == null || Compiler.needsSchema(tree);
    }

    private CompiledProgram find(Schema schema) {
        PlanOptions options = options(schema, programs.switches().vectors());
        if (authorizer != null) {
            // A program that an authorizer has judged is not for other connections.
            return make(schema, options.withoutTrials());
        }
        PlanCache plans = programs.plans();
        long fingerprint = schema.fingerprint();
        if (statementShape != null) {
            PlanCache.Key key = new PlanCache.Key(statementShape.key(), true, fingerprint);
            CompiledProgram shared = fitting(key);
            if (shared == null) {
                shared = plans.add(key, makeShared(schema, options));
            }
            if (shared != CompiledProgram.NONE) {
                boolean asksText = shared.choice() != null && shared.choice().hasTexts();
                CompiledProgram own = asksText ? fitting(textKey(fingerprint)) : null;
                return own == null ? shared : own;
            }
        }
        PlanCache.Key key = textKey(fingerprint);
        CompiledProgram known = fitting(key);
        return known == null ? plans.add(key, make(schema, options)) : known;
    }

    /**
     * A program that is kept, or null. One for whose statement virtual tables now say something
     * else about functions gives way.
     */
    private CompiledProgram fitting(PlanCache.Key key) {
        CompiledProgram known = programs.plans().get(key);
        if (known == null || connection.modules().answerAs(known.asked())) {
            return known;
        }
        programs.plans().remove(key, known);
        return null;
    }

    /**
     * The schema that the program was compiled for, as this connection has it: another one may have
     * compiled the program, and its schema leads to that one's virtual tables.
     */
    private Schema ownSchema() {
        Schema shared = compiled.schema();
        if (!connection.knowsSchema()) {
            return shared;
        }
        Schema own = connection.schema();
        return own.fingerprint() == shared.fingerprint() ? own : shared;
    }

    private PlanCache.Key textKey(long fingerprint) {
        return new PlanCache.Key(sql, false, fingerprint);
    }

    private PlanOptions options(Schema schema, VectorUse vectors) {
        return new PlanOptions(schema.encoding(), programs.switches().rulesOff(), vectors);
    }

    private CompiledProgram make(Schema schema, PlanOptions options) {
        return make(schema, options, false, () -> Parser.parse(sql, 0));
    }

    /**
     * A program that reads the literals that the statement's shape leaves out;
     * {@link CompiledProgram#NONE} if its plan depends on their values.
     */
    private CompiledProgram makeShared(Schema schema, PlanOptions options) {
        SharedLiterals literals = new SharedLiterals();
        try {
            CompiledProgram made =
                    make(schema, options, true, () -> Parser.parse(sql, statementShape, literals));
            return literals.areFree() ? made : CompiledProgram.NONE;
        } catch (SqlException error) {
            if (literals.areFree()) {
                throw error;
            }
            return CompiledProgram.NONE; // The statement may need the value of a literal.
        }
    }

    private CompiledProgram make(
            Schema schema, PlanOptions options, boolean ofShape, Supplier<Parsed> parser) {
        DeepStack stack = new DeepStack();
        Compilation compilation = new Compilation(
                connection.workspace().interruption(),
                connection.hooks().progressInstructions(),
                () -> progress(stack));
        List<AskedFunction> asked = new ArrayList<>();
        Program program = connection
                .modules()
                .asking(
                        asked,
                        stack::onCaller,
                        () -> stack.run(
                                sql.length(),
                                () -> Compiler.compile(
                                        parser.get(),
                                        sql,
                                        schema,
                                        options,
                                        compilation,
                                        judge(stack))));
        // A second program would ask the authorizer again.
        boolean chooses = !program.facts().reads().largeTables().isEmpty() && authorizer == null;
        return new CompiledProgram(
                program,
                schema,
                build(program, schema, compilation, false),
                chooses ? new VectorChoice(program, ofShape) : null,
                ofShape,
                asked);
    }

    private void progress(DeepStack stack) {
        stack.onCaller(() -> {
            connection.hooks().progress();
            return null;
        });
    }

    private Authorization.Judge judge(DeepStack stack) {
        Authorization.Judge asked = authorizer;
        return asked == null
                ? null
                : (action, first, second, database, source) ->
                        stack.onCaller(() -> asked.judge(action, first, second, database, source));
    }

    private ProgramCode build(
            Program program, Schema schema, Compilation compilation, boolean counts) {
        SourceSection section = section();
        boolean inScript = section == origin;
        return programs.nodes()
                .build(program, schema.encoding(), compilation, section, inScript, counts);
    }

    /** The text that tools show. Programs are kept for long, so they do not keep large scripts. */
    private SourceSection section() {
        if (origin != null && origin.getSource().getLength() <= SCRIPT_LENGTH_MAX) {
            return origin;
        }
        return Source.newBuilder(SqlvmOptions.LANGUAGE, sql, "statement")
                .mimeType(SqlvmOptions.MIME_TYPE)
                .build()
                .createSection(0, sql.length());
    }

    /** Returns the same program for a run that counts. */
    @TruffleBoundary
    CompiledProgram counted(CompiledProgram plain) {
        CompiledProgram known = plain.counted().get();
        if (known == null) {
            ProgramCode code = build(plain.program(), plain.schema(), Compilation.ENDLESS, true);
            known = new CompiledProgram(
                    plain.program(),
                    plain.schema(),
                    code,
                    plain.choice(),
                    plain.ofShape(),
                    plain.asked());
            plain.counted().set(known);
        }
        return known;
    }

    /** The program on vectors, where there is a {@link VectorChoice}. */
    @TruffleBoundary
    CompiledProgram onVectors() {
        chooseForText();
        VectorChoice choice = compiled.choice();
        CompiledProgram vectors = choice.vectors();
        if (vectors == null) {
            Schema schema = ownSchema();
            vectors = make(schema, options(schema, VectorUse.LARGE));
            choice.setVectors(vectors);
        }
        return vectors;
    }

    /**
     * Gives this text, for which vectors are better, a choice of its own: its runs teach nothing
     * about other texts of its shape.
     */
    @TruffleBoundary
    void chooseForText() {
        if (compiled.choice().isOfShape()) {
            compiled = ofText(compiled);
        }
    }

    private CompiledProgram ofText(CompiledProgram shared) {
        PlanCache.Key key = textKey(shared.schema().fingerprint());
        CompiledProgram known = programs.plans().get(key);
        if (known != null && known.choice() != null) {
            return known;
        }
        CompiledProgram own = shared.forText();
        own.choice().noteOutrun();
        CompiledProgram kept = programs.plans().keep(key, own);
        shared.choice().noteText();
        return kept.choice() == null ? own : kept;
    }

    /**
     * Returns the program that computes no query in advance for rows that may not need it; null if
     * this program does not, either, or if the authorizer would have to be called again.
     */
    @TruffleBoundary
    CompiledProgram inTurn() {
        if (authorizer != null) {
            return null;
        }
        CompiledProgram known = compiled.inTurn().get();
        if (known == null) {
            Schema schema = ownSchema();
            PlanOptions options = options(schema, VectorUse.NEVER).withoutAdvance();
            known = compiled.ofShape() ? makeShared(schema, options) : make(schema, options);
            if (known == CompiledProgram.NONE) {
                return make(schema, options); // The program is for this text alone.
            }
            boolean same = compiled.choice() == null
                    && known.program().instructions().equals(program().instructions());
            known = same ? compiled : known;
            compiled.inTurn().set(known);
        }
        return known == compiled ? null : known;
    }
}
