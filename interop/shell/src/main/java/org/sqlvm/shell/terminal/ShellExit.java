package org.sqlvm.shell.terminal;

/** Ends the shell at once with an exit code, from however deep it is thrown. */
public final class ShellExit extends RuntimeException {
    /** The exit code by which a Unix shell reports that signal 13, SIGPIPE, has ended a program. */
    public static final int BROKEN_PIPE = 128 + 13;

    private static final long serialVersionUID = 1L;

    private final int code;

    public ShellExit(int code) {
        this(code, null);
    }

    ShellExit(int code, Throwable cause) {
        super("exit code " + code, cause, false, false);
        this.code = code;
    }

    public int code() {
        return code;
    }
}
