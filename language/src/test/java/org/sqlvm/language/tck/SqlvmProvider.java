package org.sqlvm.language.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.tck.InlineSnippet;
import org.graalvm.polyglot.tck.LanguageProvider;
import org.graalvm.polyglot.tck.Snippet;
import org.graalvm.polyglot.tck.TypeDescriptor;

import java.util.Collection;
import java.util.List;

/** Answers Truffle's compatibility kit for sqlvm: values, scripts and wrong scripts. */
public final class SqlvmProvider implements LanguageProvider {
    private static final String ID = "sqlvm";

    @Override
    public String getId() {
        return ID;
    }

    /** SQL has no functions that take any object; rows of {@code SELECT ?} take SQL's values. */
    @Override
    public Value createIdentityFunction(Context context) {
        return context.eval(ID, "SELECT ?");
    }

    @Override
    public Collection<? extends Snippet> createValueConstructors(Context context) {
        return List.of(
                value(context, "NULL", TypeDescriptor.NULL),
                value(context, "42", TypeDescriptor.NUMBER),
                value(context, "-9223372036854775808", TypeDescriptor.NUMBER),
                value(context, "0.5", TypeDescriptor.NUMBER),
                value(context, "'text'", TypeDescriptor.STRING));
    }

    private static Snippet value(Context context, String literal, TypeDescriptor type) {
        ProxyExecutable first = _ -> context.eval(ID, "SELECT " + literal)
                .getIterator()
                .getIteratorNextElement()
                .getArrayElement(0);
        return Snippet.newBuilder(literal, context.asValue(first), type).build();
    }

    @Override
    public Collection<? extends Snippet> createExpressions(Context context) {
        return List.of();
    }

    @Override
    public Collection<? extends Snippet> createStatements(Context context) {
        return List.of();
    }

    @Override
    public Collection<? extends Snippet> createScripts(Context context) {
        return List.of(
                script(context, "SELECT 1 AS x", TypeDescriptor.ITERABLE),
                script(context, "BEGIN; COMMIT", TypeDescriptor.NULL),
                script(
                        context,
                        "CREATE TABLE IF NOT EXISTS t(a); INSERT INTO t VALUES (1)",
                        TypeDescriptor.NUMBER));
    }

    private static Snippet script(Context context, String sql, TypeDescriptor type) {
        ProxyExecutable run = _ -> context.eval(ID, sql);
        return Snippet.newBuilder(sql, context.asValue(run), type).build();
    }

    /** Snippets that a debugger evaluates: anywhere in a script, and on a row of a loop. */
    @Override
    public Collection<? extends InlineSnippet> createInlineScripts(Context context) {
        Snippet script = script(context, "SELECT 1;\nSELECT 2", TypeDescriptor.ITERABLE);
        return List.of(
                inline(script, "40 + 2", 42),
                inline(script, "(SELECT count(*) FROM sqlite_schema) * 0", 0));
    }

    private static InlineSnippet inline(Snippet script, String code, int result) {
        return InlineSnippet.newBuilder(script, code)
                .resultVerifier(run -> {
                    if (run.getException() != null) {
                        throw run.getException();
                    }
                    assertEquals(result, run.getResult().asInt());
                })
                .build();
    }

    @Override
    public Collection<? extends Source> createInvalidSyntaxScripts(Context context) {
        return List.of(
                Source.create(ID, "SELEC 1"),
                Source.create(ID, "SELECT 1 +"),
                Source.create(ID, "SELECT 'unclosed"));
    }
}
