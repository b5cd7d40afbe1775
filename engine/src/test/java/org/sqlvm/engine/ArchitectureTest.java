package org.sqlvm.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** The engine is a stack of packages; none knows what stands above it. */
final class ArchitectureTest {
    /** From the top down. A package may use those after it, not those before it. */
    private static final List<String> LAYERS = List.of(
            "db", "codegen", "plan", "virtual", "schema", "sql", "program", "vector", "row", "json",
            "data", "btree", "pager", "file", "error", "event", "advice");

    /** The same inside a layer; "" stands for what is in no package inside. */
    private static final Map<String, List<String>> INSIDE = Map.of(
            "codegen",
            List.of("", "pragma", "schema", "change", "query"),
            "plan",
            List.of(
                    "",
                    "vector",
                    "rewrite",
                    "access",
                    "stats",
                    "physical",
                    "resolve",
                    "logical",
                    "options"),
            "vector",
            List.of("", "scan", "join", "expression", "group", "cache", "saved", "query", "column"),
            "virtual",
            List.of("", "files"),
            "row",
            List.of("window", "function", "hash", "aggregate", "sort", ""));

    private static final String API = "org.sqlvm.api..";

    private static final JavaClasses ENGINE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.sqlvm");

    @Test
    void layersKnowOnlyThoseBelow() {
        checkOrder(LAYERS.stream().map(ArchitectureTest::layer).toList());
    }

    @Test
    void packagesInsideALayerKnowOnlyThoseBelow() {
        INSIDE.forEach((layer, packages) -> {
            String outer = "org.sqlvm.engine." + layer;
            List<String> order = packages.stream()
                    .map(name -> name.isEmpty() ? outer : outer + "." + name + "..")
                    .toList();
            checkOrder(order);
            classes()
                    .that(resideInAPackage(outer + ".."))
                    .should()
                    .resideInAnyPackage(order.toArray(String[]::new))
                    .check(ENGINE);
        });
    }

    @Test
    void packagesInsideALayerHaveNoCycle() {
        for (String layer : INSIDE.keySet()) {
            SlicesRuleDefinition.slices()
                    .matching("org.sqlvm.engine." + layer + ".(**)")
                    .should()
                    .beFreeOfCycles()
                    .check(ENGINE);
        }
    }

    private static void checkOrder(List<String> packages) {
        for (int i = 1; i < packages.size(); i++) {
            noClasses()
                    .that(resideInAPackage(packages.get(i)))
                    .should()
                    .dependOnClassesThat(
                            resideInAnyPackage(packages.subList(0, i).toArray(String[]::new)))
                    .because(packages.get(i) + " is below them")
                    .allowEmptyShould(true)
                    .check(ENGINE);
        }
    }

    @Test
    void everyPackageHasItsLayer() {
        List<String> known = LAYERS.stream().map(ArchitectureTest::layer).toList();
        noClasses()
                .that(resideInAPackage("org.sqlvm.engine.."))
                .should()
                .resideOutsideOfPackages(known.toArray(String[]::new))
                .check(ENGINE);
    }

    @Test
    void apiKnowsOnlyErrorsAndValues() {
        noClasses()
                .that(resideInAPackage(API))
                .should()
                .dependOnClassesThat(resideInAPackage("org.sqlvm.engine..")
                        .and(DescribedPredicate.not(
                                resideInAnyPackage(layer("error"), layer("data")))))
                .allowEmptyShould(true)
                .check(ENGINE);
    }

    @Test
    void onlyTheTopKnowsTheApi() {
        noClasses()
                .that(resideInAPackage("org.sqlvm.engine..")
                        .and(DescribedPredicate.not(resideInAPackage(layer("db")))))
                .should()
                .dependOnClassesThat(resideInAPackage(API))
                .check(ENGINE);
    }

    /** The engine can be read, tested and debugged without knowing how partial evaluation works. */
    @Test
    void ofTruffleOnlyCompilerDirectives() {
        DescribedPredicate<JavaClass> truffle = DescribedPredicate.describe(
                "are of GraalVM, other than CompilerDirectives",
                type -> type.getPackageName().matches("(com\\.oracle|org\\.graalvm)\\..*")
                        && !type.getName().startsWith("com.oracle.truffle.api.CompilerDirectives"));
        noClasses().should().dependOnClassesThat(truffle).check(ENGINE);
    }

    private static String layer(String name) {
        return "org.sqlvm.engine." + name + "..";
    }
}
