package org.sqlvm.build;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

import java.util.List;

/**
 * A stack of packages inside another one, from the top down. Each may use those after it, not those
 * before it. The tests of modules, {@code ArchitectureTest}, say what their stacks are.
 *
 * @param outer the package around them
 * @param order names inside of it; an empty one stands for its own classes
 */
public record Layers(String outer, List<String> order) {
    /** A stack. */
    public Layers {
        order = List.copyOf(order);
    }

    /** The classes on the class path that are in a package, or in one inside of it; no tests. */
    public static JavaClasses read(String name) {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(name);
    }

    /** A pattern of a layer and all packages inside of it. */
    public String layer(String name) {
        return name.isEmpty() ? outer : outer + "." + name + "..";
    }

    private List<String> patterns() {
        return order.stream().map(this::layer).toList();
    }

    /**
     * Checks that the packages are all that there are, and that each knows only those below.
     *
     * @throws AssertionError with the dependencies that go up
     */
    public void check(JavaClasses all) {
        List<String> patterns = patterns();
        for (int i = 1; i < patterns.size(); i++) {
            noClasses()
                    .that(resideInAPackage(patterns.get(i)))
                    .should()
                    .dependOnClassesThat(
                            resideInAnyPackage(patterns.subList(0, i).toArray(String[]::new)))
                    .because(patterns.get(i) + " is below them")
                    .check(all);
        }
        classes()
                .that(resideInAPackage(outer + ".."))
                .should()
                .resideInAnyPackage(patterns.toArray(String[]::new))
                .check(all);
        SlicesRuleDefinition.slices()
                .matching(outer + ".(**)")
                .should()
                .beFreeOfCycles()
                .check(all);
    }
}
