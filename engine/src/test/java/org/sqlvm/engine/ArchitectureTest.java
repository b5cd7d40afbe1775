package org.sqlvm.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;

import org.junit.jupiter.api.Test;
import org.sqlvm.build.Layers;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The engine is a stack of packages; none knows what stands above it. */
final class ArchitectureTest {
    private static final Layers LAYERS = new Layers(
            "org.sqlvm.engine",
            List.of(
                    "db", "codegen", "plan", "virtual", "schema", "sql", "program", "prepare",
                    "vector", "row", "json", "data", "btree", "pager", "file", "error", "event",
                    "advice"));

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
            List.of(
                    "", "many", "rtree", "fts3", "fts5", "tokens", "shadow", "files", "module",
                    "pragma"),
            "virtual.fts5",
            List.of("", "rank", "query", "index"),
            "row",
            List.of("window", "function", "embedding", "hash", "aggregate", "sort", "geo", ""));

    private static final String API = "org.sqlvm.api..";
    private static final String API_TEXT = "org.sqlvm.api.text";

    /** The contract of virtual tables and files, which the engine's own implement, and values. */
    private static final Set<String> TABLES = Set.of(
            "Arguments",
            "BatchCursor",
            "BatchTable",
            "ColumnBatch",
            "FunctionOverload",
            "JavaValues",
            "ModuleTable",
            "Result",
            "Rows",
            "RtreeGeometry",
            "RtreeQuery",
            "ScalarFunction",
            "ScanPlan",
            "ScanRequest",
            "SqlvmException",
            "TableCursor",
            "TableModule",
            "WritableTable");

    /** Packages of the API that files and full-text search implement. */
    private static final Set<String> CONTRACTS =
            Set.of("org.sqlvm.api.files", "org.sqlvm.api.search");

    private static final JavaClasses ENGINE = Layers.read("org.sqlvm");

    @Test
    void layersKnowOnlyThoseBelow() {
        LAYERS.check(ENGINE);
    }

    @Test
    void packagesInsideALayerKnowOnlyThoseBelow() {
        INSIDE.forEach((layer, packages) ->
                new Layers("org.sqlvm.engine." + layer, packages).check(ENGINE));
    }

    @Test
    void apiKnowsOnlyErrorsAndValues() {
        noClasses()
                .that(resideInAPackage(API))
                .and(DescribedPredicate.not(resideInAPackage(API_TEXT)))
                .should()
                .dependOnClassesThat(resideInAPackage("org.sqlvm.engine..")
                        .and(DescribedPredicate.not(
                                resideInAnyPackage(LAYERS.layer("error"), LAYERS.layer("data")))))
                .allowEmptyShould(true)
                .check(ENGINE);
    }

    @Test
    void apiOfTextsKnowsTokensToo() {
        noClasses()
                .that(resideInAPackage(API_TEXT))
                .should()
                .dependOnClassesThat(resideInAPackage("org.sqlvm.engine..")
                        .and(DescribedPredicate.not(
                                resideInAnyPackage(LAYERS.layer("data"), "org.sqlvm.engine.sql"))))
                .check(ENGINE);
    }

    /** The engine's own tables and file formats implement the interfaces that users implement. */
    @Test
    void onlyTheTopKnowsMoreOfTheApiThanTables() {
        noClasses()
                .that(resideInAPackage("org.sqlvm.engine..")
                        .and(DescribedPredicate.not(resideInAPackage(LAYERS.layer("db")))))
                .should()
                .dependOnClassesThat(resideInAPackage(API)
                        .and(DescribedPredicate.describe(
                                "are not of the contract of virtual tables",
                                type -> !CONTRACTS.contains(type.getPackageName())
                                        && !TABLES.contains(type.getName()
                                                .replaceAll("org\\.sqlvm\\.api\\.|\\$.*", "")))))
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
}
