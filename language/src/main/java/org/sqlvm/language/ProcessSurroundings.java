package org.sqlvm.language;

import org.graalvm.polyglot.Context;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The streams, folder and environment of the process, which runs one program. */
final class ProcessSurroundings implements Surroundings {
    private final InputStream in = new FileInputStream(FileDescriptor.in);
    private final OutputStream out;
    private final OutputStream error;

    ProcessSurroundings(OutputStream out, OutputStream error) {
        this.out = out;
        this.error = error;
    }

    @Override
    public boolean isOwnProcess() {
        return true;
    }

    @Override
    public Path folder() {
        return Path.of("").toAbsolutePath();
    }

    @Override
    public Map<String, String> environment() {
        return System.getenv();
    }

    @Override
    public String variable(String name) {
        return System.getenv(name);
    }

    @Override
    public InputStream in() {
        return in;
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public OutputStream error() {
        return error;
    }

    /** System.console() would load half of JLine to know. */
    @Override
    public boolean isTerminal(int stream) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream))
                    .toString()
                    .matches("/dev/(pts/|tty).*");
        } catch (IOException | UnsupportedOperationException e) {
            return System.console() != null && System.console().isTerminal();
        }
    }

    @Override
    public Context context(
            Map<String, String> engineOptions,
            UnaryOperator<Context.Builder> more,
            String... languages) {
        Context.Builder builder = Context.newBuilder(languages)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                // The language reports it, in one line.
                .option("engine.WarnInterpreterOnly", "false")
                .options(engineOptions);
        return more.apply(builder).build();
    }

    @Override
    public Process start(ProcessBuilder command, int... inherited) throws IOException {
        for (int stream : inherited) {
            switch (stream) {
                case 0 -> command.redirectInput(ProcessBuilder.Redirect.INHERIT);
                case 1 -> command.redirectOutput(ProcessBuilder.Redirect.INHERIT);
                default -> command.redirectError(ProcessBuilder.Redirect.INHERIT);
            }
        }
        return command.start();
    }

    @Override
    public void exit(int code) {
        System.exit(code);
    }
}
