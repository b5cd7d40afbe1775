package org.sqlvm.language;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.nodes.Node.Children;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Interop knows the language, the language knows the engine, and never the other way. Inside the
 * language the packages are a stack; none knows what stands above it.
 */
final class ArchitectureTest {
    /**
     * From the top down. A package may use those after it, not those before it; the language class
     * and what it begins with stand above them all.
     */
    private static final List<String> LAYERS = List.of(
            "interop",
            "host",
            "database",
            "statement",
            "nodes",
            "callbacks",
            "values",
            "runtime",
            "options",
            "machine");

    private static final String TOP = "org.sqlvm.language";

    private static final String[] INTEROP = {
        "org.sqlvm.shell..",
        "org.sqlvm.python..",
        "org.sqlvm.jdbc..",
        "org.sqlvm.arrow..",
        "org.sqlvm.bench..",
        "org.sqlvm.workload..",
        "org.sqlvm.tpch..",
        "org.sqlvm.taxi.."
    };

    private static final JavaClasses SQLVM = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.sqlvm");

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
        for (int i = 0; i < LAYERS.size(); i++) {
            List<String> above = new ArrayList<>(List.of(TOP));
            LAYERS.subList(0, i).forEach(name -> above.add(layer(name)));
            noClasses()
                    .that()
                    .resideInAPackage(layer(LAYERS.get(i)))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above.toArray(String[]::new))
                    .because(LAYERS.get(i) + " is below them")
                    .check(SQLVM);
        }
    }

    @Test
    void everyPackageHasItsLayer() {
        List<String> known = new ArrayList<>(List.of(TOP));
        LAYERS.forEach(name -> known.add(layer(name)));
        noClasses()
                .that()
                .resideInAPackage(TOP + "..")
                .should()
                .resideOutsideOfPackages(known.toArray(String[]::new))
                .check(SQLVM);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching(TOP + ".(**)").should().beFreeOfCycles().check(SQLVM);
    }

    /** A statement gets its nodes through an interface, so either can be read without the other. */
    @Test
    void statementsDoNotKnowNodes() {
        noClasses()
                .that()
                .resideInAnyPackage(layer("statement"), layer("database"), layer("host"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(layer("nodes"))
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
                .areNotDeclaredIn("org.sqlvm.language.nodes.ProgramAnalysis")
                .and()
                .areNotDeclaredIn("org.sqlvm.language.nodes.Liveness")
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

    private static String layer(String name) {
        return TOP + "." + name + "..";
    }
}
