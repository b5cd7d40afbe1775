package org.sqlvm.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;

import org.junit.jupiter.api.Test;
import org.sqlvm.build.Layers;

import java.util.List;
import java.util.Map;

/** The server is a stack of packages: protocols above, what they have in common below. */
final class ArchitectureTest {
    private static final Layers LAYERS = new Layers(
            "org.sqlvm.server",
            List.of(
                    "",
                    "postgres",
                    "client",
                    "http",
                    "columns",
                    "command",
                    "typing",
                    "catalog",
                    "request",
                    "rows",
                    "sql",
                    "session",
                    "settings",
                    "page",
                    "value",
                    "message",
                    "net",
                    "error"));

    /** Protocols, and which others each may know: PostgreSQL's login begins that of own clients. */
    private static final Map<String, List<String>> PROTOCOLS = Map.of(
            "postgres", List.of("client"),
            "client", List.of(),
            "http", List.of(),
            "columns", List.of());

    private static final JavaClasses SERVER = Layers.read("org.sqlvm.server");

    @Test
    void layersKnowOnlyThoseBelow() {
        LAYERS.check(SERVER);
    }

    @Test
    void protocolsDoNotKnowEachOther() {
        PROTOCOLS.forEach((protocol, known) -> {
            String[] others = PROTOCOLS.keySet().stream()
                    .filter(name -> !name.equals(protocol) && !known.contains(name))
                    .map(LAYERS::layer)
                    .toArray(String[]::new);
            noClasses()
                    .that(resideInAPackage(LAYERS.layer(protocol)))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(others))
                    .check(SERVER);
        });
    }
}
