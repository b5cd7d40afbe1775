package org.sqlvm.python;

import java.lang.management.ManagementFactory;

import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;

/** The directives about GraalPy's interpreter for HotSpot's own compilers. */
final class HostCompiler {
    /** A system property: a file with directives as HotSpot takes them. */
    private static final String DIRECTIVES = "sqlvm.python.directives";

    private HostCompiler() {}

    /**
     * Has the loop of the interpreter compiled by C1 alone. C2 works on that one method for more
     * seconds than most scripts run, and until it is done the loop runs with counters, at half the
     * speed. Graal's compiler compiles hot functions, without the loop.
     *
     * <p>The virtual machine's own option for such a file prints a line.
     */
    static void direct() {
        String file = System.getProperty(DIRECTIVES);
        if (file == null) {
            return;
        }
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "compilerDirectivesAdd",
                            new Object[] {new String[] {quoted(file)}},
                            new String[] {String[].class.getName()});
        } catch (JMException | JMRuntimeException _) {
            // Another virtual machine. It is slower without, and that is all.
        }
    }

    /** An argument of a diagnostic command ends at a blank, unless it is in quotes. */
    private static String quoted(String argument) {
        String quote = argument.indexOf('"') < 0 ? "\"" : "'";
        return quote + argument + quote;
    }
}
