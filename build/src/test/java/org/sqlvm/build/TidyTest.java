package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.fail;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Style that the formatter does not see. Each finding names its line and the replacement. */
final class TidyTest {
    private static final int COLUMNS_MAX = 120;
    private static final int FILE_LINES_MAX = 1000;
    private static final int METHOD_LINES_MAX = 90;

    /**
     * Methods that are one table, in the form {@code Class.method}: cut, they would be no clearer.
     */
    private static final Set<String> LONG_METHODS = Set.of();

    /** Files that are one table. Each says at its top why it is long. */
    private static final Set<String> LONG_FILES = Set.of();

    /** Their threads never enter a context, and are needed where a context may create none. */
    private static final Set<String> THREAD_MAKERS = Set.of("DeepStack.java");

    /** A class of this name is where a process begins, and owns its standard streams. */
    private static final String LAUNCHER = "Main.java";

    /** Spelled in two parts, so that this file does not find itself. */
    private static final Pattern REMINDER =
            Pattern.compile("\\b(FIX" + "ME|TO" + "DO|XX" + "X)\\b");

    private final List<String> findings = new ArrayList<>();
    private final Limits limits = new Limits();

    @Test
    void sources() throws IOException {
        List<Path> files = Sources.java();
        for (Path file : files) {
            lines(file, Files.readAllLines(file));
        }
        limits.folders(files);
        trees(files);
        findings.addAll(limits.findings());
        if (!findings.isEmpty()) {
            fail("\n" + String.join("\n", findings));
        }
    }

    private void lines(Path file, List<String> lines) {
        if (lines.size() > FILE_LINES_MAX && !LONG_FILES.contains(Sources.name(file))) {
            find(file, FILE_LINES_MAX, "file has " + lines.size() + " lines: split it by subject");
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.length() > COLUMNS_MAX) {
                find(file, i + 1, "line has " + line.length() + " columns: break it");
            }
            if (line.indexOf('\t') >= 0) {
                find(file, i + 1, "tab: use blanks");
            }
            if (!line.equals(line.stripTrailing())) {
                find(file, i + 1, "blanks at the end of the line");
            }
            Matcher reminder = REMINDER.matcher(line);
            if (reminder.find()) {
                find(file, i + 1, reminder.group() + ": decide before the change is committed");
            }
        }
    }

    private void trees(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(files);
            List<String> options = List.of("-proc:none");
            JavacTask task =
                    (JavacTask) compiler.getTask(null, manager, d -> {}, options, null, units);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Scan(unit, positions).scan(unit, null);
            }
        }
    }

    private void find(Path file, long line, String what) {
        findings.add(Sources.name(file) + ":" + line + ": " + what);
    }

    /** Reads syntax rather than text, so that comments and strings may say what they like. */
    private final class Scan extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final LineMap lineMap;
        private final Path file;
        private final boolean product;
        private final boolean launcher;
        /** The names of the classes around, from the outermost on. */
        private final Deque<String> types = new ArrayDeque<>();

        Scan(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
            this.lineMap = unit.getLineMap();
            this.file = Path.of(unit.getSourceFile().toUri());
            this.product = Sources.name(file).contains("/src/main/");
            this.launcher = file.endsWith(LAUNCHER) || !product;
        }

        @Override
        public Void visitClass(ClassTree type, Void p) {
            boolean isNamed = !type.getSimpleName().isEmpty();
            if (isNamed) {
                types.addLast(type.getSimpleName().toString());
                limits.type(String.join(".", types), type);
            }
            super.visitClass(type, p);
            if (isNamed) {
                types.removeLast();
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void p) {
            if (method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED)) {
                banSynchronized(method);
            }
            long count = line(positions.getEndPosition(unit, method)) - line(start(method)) + 1;
            String type = file.getFileName().toString().replace(".java", "");
            String name = type + "." + method.getName();
            if (count > METHOD_LINES_MAX && !LONG_METHODS.contains(name)) {
                find(file, line(start(method)), name + " has " + count + " lines: split it");
            }
            return super.visitMethod(method, p);
        }

        @Override
        public Void visitSynchronized(SynchronizedTree block, Void p) {
            banSynchronized(block);
            return super.visitSynchronized(block, p);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree select, Void p) {
            String text = select.toString();
            if (!launcher && (text.equals("System.out") || text.equals("System.err"))) {
                ban(select, text, "the stream of the context, or an exception");
            }
            return super.visitMemberSelect(select, p);
        }

        @Override
        public Void visitNewClass(NewClassTree creation, Void p) {
            boolean thread = creation.getIdentifier().toString().equals("Thread");
            if (thread && product && !THREAD_MAKERS.contains(file.getFileName().toString())) {
                ban(creation, "new Thread", "TruffleLanguage.Env.newTruffleThreadBuilder");
            }
            return super.visitNewClass(creation, p);
        }

        private void banSynchronized(Tree tree) {
            if (product) {
                ban(tree, "synchronized", "a lock with a name, which a safepoint can interrupt");
            }
        }

        private void ban(Tree tree, String what, String replacement) {
            find(file, line(start(tree)), what + " is banned, use " + replacement);
        }

        private long start(Tree tree) {
            return positions.getStartPosition(unit, tree);
        }

        private long line(long position) {
            return lineMap.getLineNumber(position);
        }
    }
}
