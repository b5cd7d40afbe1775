package org.sqlvm.language;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleLanguage.ContextPolicy;
import com.oracle.truffle.api.instrumentation.ProvidedTags;
import com.oracle.truffle.api.instrumentation.StandardTags;
import com.oracle.truffle.api.nodes.ExecutableNode;
import com.oracle.truffle.api.source.Source;

import org.graalvm.options.OptionDescriptors;
import org.graalvm.options.OptionValues;
import org.sqlvm.language.callbacks.host.HostTargets;
import org.sqlvm.language.database.OpenDatabases;
import org.sqlvm.language.interop.BindingsObject;
import org.sqlvm.language.machine.MessageOption;
import org.sqlvm.language.machine.ProgramRuntime;
import org.sqlvm.language.nodes.ProgramMaker;
import org.sqlvm.language.options.SqlvmOptions;
import org.sqlvm.language.options.Switches;
import org.sqlvm.language.statement.PlanCache;
import org.sqlvm.language.statement.SharedPrograms;
import org.sqlvm.language.values.LanguageClass;

/**
 * SQL over SQLite files as a language of the Graal platform.
 *
 * <p>A source is a script of SQL statements. Evaluating it runs them in order and returns the last
 * one's result: an iterable of rows for a query, the number of changed rows for INSERT, UPDATE and
 * DELETE, null for the rest. A single statement with parameters is not run, but returned as an
 * executable that takes them by position.
 *
 * <p>The database is that of the option {@code sqlvm.Database}; the language's bindings offer
 * {@code open} for others. Compiled programs are kept here, so that all contexts of an engine share
 * them.
 */
@TruffleLanguage.Registration(
        id = SqlvmLanguage.ID,
        name = "SQL (sqlvm)",
        implementationName = "sqlvm",
        version = SqlvmLanguage.VERSION,
        defaultMimeType = SqlvmLanguage.MIME_TYPE,
        characterMimeTypes = SqlvmLanguage.MIME_TYPE,
        contextPolicy = ContextPolicy.SHARED,
        fileTypeDetectors = SqlFileDetector.class)
@ProvidedTags({
    StandardTags.RootTag.class,
    StandardTags.RootBodyTag.class,
    StandardTags.StatementTag.class
})
public final class SqlvmLanguage extends TruffleLanguage<SqlvmContext> {
    public static final String ID = SqlvmOptions.LANGUAGE;
    public static final String MIME_TYPE = SqlvmOptions.MIME_TYPE;
    public static final String VERSION = "0.2.0";

    static {
        LanguageClass.set(SqlvmLanguage.class);
    }

    private final PlanCache plans = new PlanCache();
    private final HostTargets hostTargets = new HostTargets(this);

    @Override
    protected SqlvmContext createContext(Env env) {
        OptionValues options = env.getOptions();
        ProgramRuntime.say(
                options.hasBeenSet(SqlvmOptions.RuntimeMessage)
                        ? options.get(SqlvmOptions.RuntimeMessage)
                        : MessageOption.ofProperty(),
                env.err());
        Switches switches = Switches.of(options);
        plans.bound(switches.statementCache());
        SharedPrograms programs =
                new SharedPrograms(plans, switches, new ProgramMaker(this, switches)::make);
        OpenDatabases databases = new OpenDatabases(programs, hostTargets, env);
        return new SqlvmContext(databases, new BindingsObject(databases));
    }

    @Override
    protected void finalizeContext(SqlvmContext context) {
        context.databases().close();
    }

    /**
     * Syntax errors show here; names are looked up when the script runs, in its context's database.
     */
    @Override
    protected CallTarget parse(ParsingRequest request) {
        Source source = request.getSource();
        return ScriptRootNode.parse(this, source).getCallTarget();
    }

    /** An expression for a debugger. */
    @Override
    protected ExecutableNode parse(InlineParsingRequest request) {
        return InlineNode.parse(this, request.getSource(), request.getLocation());
    }

    @Override
    protected Object getScope(SqlvmContext context) {
        return context.bindings();
    }

    @Override
    protected boolean isThreadAccessAllowed(Thread thread, boolean singleThreaded) {
        return true; // A connection is used by one thread at a time; contexts may move between
        // threads.
    }

    @Override
    protected OptionDescriptors getOptionDescriptors() {
        return SqlvmOptions.descriptors();
    }

    @Override
    protected boolean areOptionsCompatible(OptionValues first, OptionValues next) {
        // No other option changes the program of a statement.
        return Switches.of(first).equals(Switches.of(next));
    }
}
