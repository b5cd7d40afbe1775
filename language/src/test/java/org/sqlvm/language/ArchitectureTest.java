package org.sqlvm.language;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.nodes.Node.Children;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;

import org.junit.jupiter.api.Test;
import org.sqlvm.build.Layers;

import java.util.List;

/**
 * Interop knows the language, the language knows the engine, and never the other way. Inside the
 * language the packages are a stack; none knows what stands above it.
 */
final class ArchitectureTest {
    private static final String TOP = "org.sqlvm.language";

    /** The language class and what it begins with stand above all others. */
    private static final Layers LAYERS = new Layers(
            TOP,
            List.of(
                    "",
                    "interop",
                    "host",
                    "database",
                    "statement",
                    "nodes",
                    "classfile",
                    "instruction",
                    "callbacks",
                    "values",
                    "runtime",
                    "options",
                    "machine"));

    private static final Layers CALLBACKS =
            new Layers(TOP + ".callbacks", List.of("", "guest", "host", "result"));

    private static final String[] INTEROP = {
        "org.sqlvm.shell..",
        "org.sqlvm.python..",
        "org.sqlvm.jdbc..",
        "org.sqlvm.arrow..",
        "org.sqlvm.bench..",
        "org.sqlvm.workload..",
        "org.sqlvm.tpch..",
        "org.sqlvm.taxi..",
        "org.sqlvm.ssb..",
        "org.sqlvm.clickbench.."
    };

    private static final JavaClasses SQLVM = Layers.read("org.sqlvm");

    @Test
    void engineDoesNotKnowTheLanguage() {
        noClasses()
                .that()
                .resideInAnyPackage("org.sqlvm.engine..", "org.sqlvm.api..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.sqlvm.language..")
                .check(SQLVM);
    }

    @Test
    void languageDoesNotKnowItsUsers() {
        noClasses()
                .that()
                .resideInAnyPackage("org.sqlvm.engine..", "org.sqlvm.api..", "org.sqlvm.language..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(INTEROP)
                .check(SQLVM);
    }

    @Test
    void layersKnowOnlyThoseBelow() {
        LAYERS.check(SQLVM);
        CALLBACKS.check(SQLVM);
    }

    /** A statement gets its nodes through an interface, so either can be read without the other. */
    @Test
    void statementsDoNotKnowNodes() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        LAYERS.layer("statement"), LAYERS.layer("database"), LAYERS.layer("host"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(LAYERS.layer("nodes"))
                .check(SQLVM);
    }

    /** Otherwise the elements are not constants to the compiler, and their profiles are lost. */
    @Test
    void arraysOfNodesAreConstants() {
        fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage("org.sqlvm.language.nodes")
                .and()
                .areNotDeclaredIn("org.sqlvm.language.nodes.ProgramBuilder")
                .and()
                .areNotDeclaredIn("org.sqlvm.language.nodes.Clearing")
                .and()
                .haveRawType(DescribedPredicate.describe("an array", JavaClass::isArray))
                .and()
                .doNotHaveModifier(com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC)
                .should()
                .beAnnotatedWith(CompilationFinal.class)
                .orShould()
                .beAnnotatedWith(Children.class)
                .check(SQLVM);
    }
}
