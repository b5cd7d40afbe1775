package org.sqlvm.language;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

/** Interop knows the language, the language knows the engine, and never the other way. */
final class ArchitectureTest {
    private static final String[] INTEROP = {
        "org.sqlvm.shell..",
        "org.sqlvm.python..",
        "org.sqlvm.jdbc..",
        "org.sqlvm.bench..",
        "org.sqlvm.tpch.."
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
}
