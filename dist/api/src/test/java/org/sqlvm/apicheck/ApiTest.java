package org.sqlvm.apicheck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.options.OptionCategory;
import org.graalvm.options.OptionDescriptor;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.jdbc.SqlvmDriver;
import org.sqlvm.python.Modules;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The API that programs may rely on is in {@code dist/api/src/api}: with
 * {@code -Dsqlvm.write.docs=true} it is written again, unless that would break programs.
 */
final class ApiTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("sqlvm.root"), "dist", "api", "src", "api");

    private static final String VERSION = System.getProperty("revision");

    /** Interfaces that programs get from us and do not implement: they may have more methods. */
    private static final Set<String> OURS = Set.of(
            "org.sqlvm.api.Arguments",
            "org.sqlvm.api.Backup",
            "org.sqlvm.api.Blob",
            "org.sqlvm.api.Callbacks",
            "org.sqlvm.api.Database",
            "org.sqlvm.api.Hooks",
            "org.sqlvm.api.Preparation",
            "org.sqlvm.api.Result",
            "org.sqlvm.api.RowBatch",
            "org.sqlvm.api.Rows",
            "org.sqlvm.api.Statement",
            "org.sqlvm.api.Statement.Bindings",
            "org.sqlvm.api.Tables",
            "org.sqlvm.api.files.InputFile",
            "org.sqlvm.api.files.RandomInput");

    /** The names of a module, of its classes and of what functions take, one on a line. */
    private static final String PYTHON_NAMES = """
        import inspect
        import re
        import sqlvm

        def takes(value):
            try:
                return re.sub(' at 0x[0-9a-f]+', '', str(inspect.signature(value)))
            except (TypeError, ValueError):
                return '()'

        def is_own(kind):
            return kind.__module__.startswith('sqlvm._')

        def bases(kind):
            # A class that programs do not see is what its own bases are.
            for base in kind.__bases__:
                if is_own(base):
                    yield from bases(base)
                else:
                    yield base

        def members(kind):
            found = dict(vars(kind))
            for base in kind.__bases__:
                if is_own(base):
                    found = {**members(base), **found}
            return found

        def lines(prefix, names, holder):
            for name in names:
                if name.startswith('_'):
                    continue
                value = getattr(holder, name)
                if isinstance(value, type):
                    shown = ', '.join(sorted({base.__name__ for base in bases(value)}))
                    yield f'{prefix}{name}: class({shown})'
                    if value.__module__.startswith('sqlvm'):
                        yield from lines(f'{prefix}{name}.', members(value), value)
                elif callable(value):
                    yield f'{prefix}{name}{takes(value)}'
                elif not inspect.ismodule(value):
                    yield f'{prefix}{name}'

        '\\n'.join(lines('sqlvm.', dir(sqlvm), sqlvm))
        """;

    private static void check(String part, SortedSet<String> now) throws IOException {
        Path path = FOLDER.resolve(part + ".txt");
        ApiFile file = ApiFile.read(path);
        List<String> findings = file.findings(VERSION, now, OURS);
        assertEquals("", String.join("\n", findings), path::toString);
        if (Boolean.getBoolean("sqlvm.write.docs")) {
            ApiFile.write(path, file.released(), VERSION, now);
            return;
        }
        assertEquals(
                "",
                differences(file.lines(), now),
                () -> path + " is older than the API: run with -Dsqlvm.write.docs=true");
    }

    private static String differences(SortedSet<String> before, SortedSet<String> now) {
        StringBuilder text = new StringBuilder();
        before.stream()
                .filter(line -> !now.contains(line))
                .forEach(line -> text.append("- ").append(line).append('\n'));
        now.stream()
                .filter(line -> !before.contains(line))
                .forEach(line -> text.append("+ ").append(line).append('\n'));
        return text.toString();
    }

    @Test
    void java() throws IOException {
        List<Class<?>> types = new ArrayList<>(Signatures.inPackageOf(Sqlvm.class));
        types.addAll(Signatures.inPackageOf(SqlText.class));
        types.addAll(Signatures.inPackageOf(Database.class));
        types.addAll(Signatures.inPackageOf(ArrowStreamWriter.class));
        types.addAll(Signatures.inPackageOf(FileFormat.class));
        types.addAll(Signatures.inPackageOf(AuxiliaryFunction.class));
        types.addAll(Signatures.inPackageOf(ClientConnection.class));
        check("java", Signatures.of(types));
    }

    @Test
    void jdbc() throws IOException, SQLException {
        SortedSet<String> lines = Signatures.of(Signatures.inPackageOf(SqlvmDriver.class));
        for (DriverPropertyInfo property :
                new SqlvmDriver().getPropertyInfo("jdbc:sqlvm:", new Properties())) {
            lines.add("property " + property.name);
        }
        check("jdbc", lines);
    }

    @Test
    void options() throws IOException {
        SortedSet<String> lines = new TreeSet<>();
        try (Engine engine = Engine.newBuilder("sqlvm")
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            for (OptionDescriptor option : engine.getLanguages().get("sqlvm").getOptions()) {
                if (option.getCategory() != OptionCategory.INTERNAL) {
                    lines.add(
                            option.getName() + ": " + option.getKey().getType().getName());
                }
            }
        }
        check("options", lines);
    }

    @Test
    void python() throws IOException {
        try (Context context = Context.newBuilder("python", "sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            Modules.install(context);
            Value names = context.eval("python", PYTHON_NAMES);
            check("python", new TreeSet<>(names.asString().lines().toList()));
        }
    }
}
