package org.sqlvm.jdbc;

/**
 * The Java that all classes but this one, {@link SqlvmDriver} and {@link Main} are compiled for.
 * These three are compiled for Java 8, so that an older Java can load them and report the version
 * that is needed.
 */
final class RequiredJava {
    private static final int MIN = 25;

    private RequiredJava() {}

    /** {@code 1.8} or {@code 17}. */
    private static String version() {
        return System.getProperty("java.specification.version");
    }

    /** Returns the error message if this Java is too old; else null. */
    static String refusal() {
        String java = version();
        if (!java.startsWith("1.") && Integer.parseInt(java) >= MIN) {
            return null;
        }
        return "sqlvm needs Java " + MIN + " or later, and this is Java " + java + " ("
                + System.getProperty("java.home") + ")";
    }
}
