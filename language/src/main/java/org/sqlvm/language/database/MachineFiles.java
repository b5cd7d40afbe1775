package org.sqlvm.language.database;

import com.oracle.truffle.api.TruffleLanguage.Env;

import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FileSystem;

import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.List;
import java.util.Set;

/**
 * The machine's own files, with the operating system's locks, for a context that is trusted with
 * them.
 */
final class MachineFiles {
    private MachineFiles() {}

    /** Returns a file system whose relative paths start at the context's current folder. */
    static FileSystem of(Env env) {
        return new DirectFileSystem(path -> Path.of(path).isAbsolute()
                ? path
                : env.getPublicTruffleFile(path).getAbsoluteFile().getPath());
    }

    /**
     * Whether the context's file system is the machine's, without one of the embedder in between.
     * Truffle has no method for that. But a file system that opens a file reads the names of the
     * attributes for a new file, and the stack of that call shows the code between the language and
     * the machine. The attribute here throws instead of returning its name, so nothing is opened.
     */
    static boolean areThoseOf(Env env) {
        Probe probe = new Probe();
        try {
            env.getPublicTruffleFile(".")
                    .newByteChannel(Set.of(StandardOpenOption.READ), probe)
                    .close();
            return false; // The file system does not look at attributes.
        } catch (ProbedException _) {
            return probe.isDirect;
        } catch (IOException | RuntimeException _) {
            return false;
        }
    }

    /** Thrown by the probe. It arrives wrapped if an embedder's file system has passed it on. */
    private static final class ProbedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static final class Probe implements FileAttribute<Object> {
        private static final String TRUFFLE = "com.oracle.truffle.";

        boolean isDirect;

        @Override
        public String name() {
            isDirect = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .walk(frames -> isDirect(frames.skip(1).toList()));
            throw new ProbedException();
        }

        @Override
        public Object value() {
            return Set.of();
        }

        /**
         * Whether the callers are the JDK, Truffle's view of its files, and then the TruffleFile
         * that was called.
         */
        private static boolean isDirect(List<StackFrame> callers) {
            int first = 0;
            while (first < callers.size() && isJdk(callers.get(first).getDeclaringClass())) {
                first++;
            }
            return first > 0
                    && first + 1 < callers.size()
                    && callers.get(first).getClassName().startsWith(TRUFFLE + "polyglot.")
                    && callers.get(first + 1).getClassName().equals(TRUFFLE + "api.TruffleFile");
        }

        private static boolean isJdk(Class<?> type) {
            return type.getModule() == Object.class.getModule();
        }
    }
}
