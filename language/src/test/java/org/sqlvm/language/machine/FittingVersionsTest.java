package org.sqlvm.language.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlvm.engine.advice.Distribution;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Which JDK, compiler and Truffle fit together, over versions of which few are here. */
@Tag("compiled")
final class FittingVersionsTest {
    private static final Distribution JAR = new Distribution.OneJar();

    /** A stock JDK with JVMCI, and Truffle; with a compiler unless that is null. */
    private static Machine stock(String java, String compiler, String truffle) {
        Runtime.Version version = Runtime.Version.parse(java);
        return new Machine(version, null, true, true, true, truffle, compiler, true, false, false);
    }

    private static Machine graalvm(String version, String truffle, boolean checked) {
        Runtime.Version java = Runtime.Version.parse("25.0.3+9-jvmci-b01");
        return new Machine(java, version, true, true, true, truffle, null, checked, false, false);
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.3+9-LTS, 25.0.3, 25.0.3, COMPILED",
        "25.0.4+7, 25.0.3, 25.0.3, COMPILED",
        "25.0.10, 25.0.9, 25.0.9, COMPILED",
        "26, 25.0.3, 25.0.3, COMPILED",
        "25.0.3+9, 25.0.4, 25.0.4, COMPILER_TOO_NEW",
        "25.0.3+9, 25.0.10, 25.0.10, COMPILER_TOO_NEW",
        "25.0.3+9, 25.3.4.1, 25.3.4.1, COMPILER_TOO_NEW",
        "25+36, 25.0.1, 25.0.1, COMPILER_TOO_NEW",
        "25+36, 25.0.0, 25.0.0, COMPILED",
        "25.0.3+9, 25.0.2, 25.0.3, COMPILER_UNLIKE_TRUFFLE",
        "25.0.3+9, 25.0.3, 25.0.2, COMPILER_UNLIKE_TRUFFLE",
        "25.0.3+9, , 25.0.3, NO_COMPILER",
    })
    void aStockJdk(String java, String compiler, String truffle, Compilation expected) {
        assertEquals(expected, Compilation.of(stock(java, compiler, truffle)));
    }

    @ParameterizedTest
    @CsvSource({
        "25.0.1, 25.0.3, COMPILED",
        "25.0.3, 25.0.3, COMPILED",
        "25.0.4, 25.0.3, GRAALVM_TOO_NEW",
        "25.1.0, 25.0.3, GRAALVM_TOO_NEW",
    })
    void aGraalvm(String graalvm, String truffle, Compilation expected) {
        assertEquals(expected, Compilation.of(graalvm(graalvm, truffle, true)));
        assertEquals(Compilation.COMPILED, Compilation.of(graalvm(graalvm, truffle, false)));
    }

    @Test
    void whatIsMissing() {
        Runtime.Version java = Runtime.Version.parse("27");
        Machine none =
                new Machine(java, null, false, false, true, "25.0.3", null, true, false, false);
        assertEquals(Compilation.NO_JVMCI, Compilation.of(none));
        Machine off =
                new Machine(java, null, true, false, true, "25.0.3", null, true, false, false);
        assertEquals(Compilation.JVMCI_OFF, Compilation.of(off));
        Machine bare =
                new Machine(java, null, true, true, false, "25.0.3", null, true, false, false);
        assertEquals(Compilation.NO_RUNTIME, Compilation.of(bare));
        Machine asked = new Machine(java, null, false, false, false, null, null, true, true, false);
        assertEquals(Compilation.ASKED, Compilation.of(asked));
    }

    @Test
    void messagesNameVersionsAndWhatToDo() {
        Machine machine = stock("25.0.3+9", "25.0.4", "25.0.4");
        assertEquals(
                "compiled as classes: Graal's compiler 25.0.4 needs a JDK 25.0.4 or a later"
                        + " update, and this is 25.0.3+9",
                Compilation.COMPILER_TOO_NEW.message(machine, JAR));
        assertEquals("compiled", Compilation.COMPILED.message(machine, JAR));
        Arrays.stream(Compilation.values())
                .map(compilation -> compilation.message(machine, JAR))
                .forEach(message -> assertFalse(message.contains("\n"), message));
    }

    /** A jar has no command, and who has jars of a build tool alone has none, either. */
    @Test
    void messagesNameWhatTheirReaderHas() {
        Machine machine = stock("25.0.3+9", null, "25.0.3");
        String why = "compiled as classes: Java was started without Graal's compiler";
        assertEquals(why + ", and this jar has none", Compilation.JVMCI_OFF.message(machine, JAR));
        Distribution archive = new Distribution.Archive(Path.of("/opt/sqlvm/bin/sqlvm"));
        assertEquals(
                why + "; to have functions of other languages compiled, too, start java with"
                        + " the arguments that \"/opt/sqlvm/bin/sqlvm args\" prints",
                Compilation.JVMCI_OFF.message(machine, archive));
        for (Compilation compilation : Compilation.values()) {
            for (Distribution other :
                    List.of(JAR, new Distribution.Wheel(), new Distribution.Artifacts())) {
                String message = compilation.message(machine, other);
                assertFalse(message.contains("sqlvm args"), message);
                assertFalse(message.contains("docs/"), message);
            }
        }
    }

    /** The launcher's own doing is told as what it is. */
    @Test
    void aCommandLineHasNoGraal() {
        Runtime.Version java = Runtime.Version.parse("25.0.3+9");
        Machine once = new Machine(java, null, false, false, false, null, null, true, true, true);
        assertEquals(Compilation.ASKED, Compilation.of(once));
        assertFalse(Compilation.ASKED.message(once, JAR).contains("property"));
    }

    @Test
    void theLineIsPrinted() {
        assertTrue(MessageOption.AUTO.isPrinted(Compilation.COMPILER_TOO_NEW));
        assertFalse(MessageOption.AUTO.isPrinted(Compilation.JVMCI_OFF));
        assertFalse(MessageOption.AUTO.isPrinted(Compilation.NO_JVMCI));
        assertFalse(MessageOption.AUTO.isPrinted(Compilation.ASKED));
        assertFalse(MessageOption.AUTO.isPrinted(Compilation.COMPILED));
        assertTrue(MessageOption.ON.isPrinted(Compilation.COMPILED));
        assertFalse(MessageOption.OFF.isPrinted(Compilation.REFUSED));
    }

    @Test
    void whichGraalvmAVendorNames() {
        assertEquals("25.0.1", Machine.graalvm("GraalVM CE 25.0.1+8.1"));
        assertEquals("25.1.3", Machine.graalvm("Oracle GraalVM 25.1.3+1"));
        assertNull(Machine.graalvm("Temurin-25.0.3+9"));
        assertNull(Machine.graalvm(null));
    }

    @Test
    void thisMachineKnowsItsVersions() {
        // Tests run on the optimizing runtime: the version of Truffle is that of the compiler.
        Machine machine = Machine.present();
        assertEquals(machine.compiler(), machine.truffle());
        assertEquals(Compilation.COMPILED, Compilation.of(machine));
        assertEquals("compiled", ProgramRuntime.message());
    }
}
