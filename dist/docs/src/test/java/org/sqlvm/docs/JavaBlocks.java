package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles and runs blocks of Java. One with a method {@code main} is a program. Any other is a
 * fragment: it runs in a method that sees {@code database}, {@code connection} and {@code context},
 * and the usual imports.
 */
final class JavaBlocks {
    private static final Pattern PROGRAM = Pattern.compile("\\bvoid main\\(");
    private static final Pattern PACKAGE =
            Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern JDBC = Pattern.compile(
            "\\b(connection|DriverManager|ResultSet|PreparedStatement|DataSource)\\b");

    /** Where pages have the resources of a project. */
    private static final String RESOURCES = "src/main/resources/";

    /** Fragments of JDBC and of the API differ in what {@code Statement} is. */
    private static final String FRAME = """
        import java.nio.file.*;
        import java.time.*;
        import java.util.*;
        import java.util.function.*;
        import java.util.stream.*;
        import javax.sql.*;
        import org.graalvm.polyglot.Context;
        import org.graalvm.polyglot.Value;
        import org.sqlvm.Sqlvm;
        import org.sqlvm.api.Database;
        import org.sqlvm.api.Rows;
        import %s.*;

        class %s {
            static Database database;
            static java.sql.Connection connection;
            static Context context;

            static void main() throws Exception {
                database = Sqlvm.open("%4$s");
                connection = java.sql.DriverManager.getConnection("jdbc:sqlvm:%4$s");
                context = Context.newBuilder().allowAllAccess(true).build();
                try {
                    fragment();
                } finally {
                    context.close();
                    connection.close();
                    database.close();
                }
            }

            static void fragment() throws Exception {
        %3$s
            }
        }
        """;

    private final Path folder;
    private final String classPath;

    JavaBlocks(Path folder) throws IOException {
        this.folder = folder;
        String classes = System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> parts = new ArrayList<>(List.of(classes));
        for (String modules : System.getProperty("jdk.module.path", "").split(File.pathSeparator)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(modules), "*.jar")) {
                jars.forEach(jar -> parts.add(jar.toString()));
            }
        }
        classPath = String.join(File.pathSeparator, parts);
    }

    /** Runs a block that is no file. */
    String run(CodeBlock block, String database) throws IOException {
        if (PROGRAM.matcher(block.text()).find()) {
            return runFile(
                    block,
                    block.title() == null ? "Block" + block.line() + ".java" : block.title());
        }
        String name = "Block" + block.line();
        boolean jdbc = JDBC.matcher(block.text()).find();
        return run(
                name,
                FRAME.formatted(jdbc ? "java.sql" : "org.sqlvm.api", name, block.text(), database));
    }

    /** Runs a block that is a program, and printed as a file of that name. */
    String runFile(CodeBlock block, String file) throws IOException {
        String name = file.replaceFirst(".*/", "").replace(".java", "");
        Matcher inPackage = PACKAGE.matcher(block.text());
        return run(inPackage.find() ? inPackage.group(1) + "." + name : name, block.text());
    }

    private String run(String name, String source) throws IOException {
        Path classes = folder.resolve("classes");
        Path file = classes.resolve(name.replaceFirst(".*\\.", "") + ".java");
        Files.createDirectories(classes);
        Files.writeString(file, source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-d", classes.toString(), "-cp", classPath, "-proc:none", "-nowarn");
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                            messages, files, null, options, null, files.getJavaFileObjects(file))
                    .call();
            assertTrue(compiled, () -> messages + "\n" + source);
        }
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {
                    classes.toUri().toURL(), folder.resolve(RESOURCES).toUri().toURL()
                },
                JavaBlocks.class.getClassLoader())) {
            return runMain(loader.loadClass(name));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(name, e);
        }
    }

    /** Runs the class; returns its output. */
    private static String runMain(Class<?> type) throws ReflectiveOperationException {
        Method main = mainOf(type);
        main.setAccessible(true);
        Object instance = null;
        if (!Modifier.isStatic(main.getModifiers())) {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            instance = constructor.newInstance();
        }
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Thread thread = Thread.currentThread();
        ClassLoader loader = thread.getContextClassLoader();
        thread.setContextClassLoader(type.getClassLoader());
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            main.invoke(
                    instance,
                    main.getParameterCount() == 0 ? new Object[0] : new Object[] {new String[0]});
        } catch (InvocationTargetException e) {
            throw new AssertionError(printed.toString(StandardCharsets.UTF_8), e.getCause());
        } finally {
            System.setOut(out);
            thread.setContextClassLoader(loader);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static Method mainOf(Class<?> type) throws NoSuchMethodException {
        try {
            return type.getDeclaredMethod("main", String[].class);
        } catch (NoSuchMethodException e) {
            return type.getDeclaredMethod("main");
        }
    }
}
