package org.sqlvm.jdbc;

import java.lang.reflect.InvocationTargetException;

/**
 * Starts the shell of the self-contained jar, for {@code java -jar}. Compiled for Java 8, like
 * {@link RequiredJava}, and so refers to no other class of ours.
 */
final class Main {
    private static final String SHELL = "org.sqlvm.shell.Main";

    private Main() {}

    public static void main(String[] arguments) throws Throwable {
        String refusal = RequiredJava.refusal();
        if (refusal != null) {
            System.err.println(refusal);
            System.exit(1);
        }
        try {
            Class.forName(SHELL).getMethod("main", String[].class).invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
