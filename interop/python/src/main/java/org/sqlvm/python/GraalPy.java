package org.sqlvm.python;

import org.sqlvm.language.machine.ProgramRuntime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/**
 * GraalPy's own command, on a virtual machine that is prepared for short programs as {@link Main}'s
 * is. The environments that the wheel makes start with it.
 */
public final class GraalPy {
    /** In GraalPy's launcher, which nothing else here needs. */
    private static final String COMMAND = "com.oracle.graal.python.shell.GraalPythonMain";

    private GraalPy() {}

    /** Takes the arguments of {@code graalpy}. */
    public static void main(String[] arguments) throws Throwable {
        ProgramRuntime.prepare();
        HostCompiler.direct();
        CompilerDelay.begin();
        List<String> all = new ArrayList<>();
        ProgramRuntime.scriptOptions().forEach((name, value) -> all.add("--" + name + "=" + value));
        if (!all.isEmpty()) {
            all.addFirst("--experimental-options");
        }
        all.add("--polyglot");
        all.addAll(List.of(arguments));
        MethodHandle command = MethodHandles.lookup()
                .findStatic(
                        Class.forName(COMMAND),
                        "main",
                        MethodType.methodType(void.class, String[].class));
        command.invokeExact(all.toArray(String[]::new));
    }
}
