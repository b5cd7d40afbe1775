package org.sqlvm.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** POMs that need nothing of ours but each other, and have what public repositories ask for. */
final class InstalledPomsRun {
    private static final List<String> ASKED =
            List.of("name", "description", "url", "licenses", "developers", "scm");

    /** Users do not get provided dependencies, such as annotations. */
    private static final Set<String> SCOPES = Set.of("compile", "runtime", "import", "provided");

    @Test
    void theseArePublished() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Installed module : Installed.all()) {
            names.add(module.artifact());
        }
        Set<String> expected = new TreeSet<>(Set.of(
                "sqlvm",
                "sqlvm-arrow",
                "sqlvm-bom",
                "sqlvm-client",
                "sqlvm-console",
                "sqlvm-dbus",
                "sqlvm-engine",
                "sqlvm-javascript",
                "sqlvm-jdbc",
                "sqlvm-jdbc-all",
                "sqlvm-language",
                "sqlvm-parquet",
                "sqlvm-python",
                "sqlvm-server",
                "sqlvm-shell",
                "sqlvm-sqlite-jdbc"));
        assertEquals(expected, names);
    }

    @Test
    void theyStandAlone() throws IOException {
        for (Installed module : Installed.all()) {
            Element project = Installed.parse(module.pom());
            String artifact = module.artifact();
            assertNull(Installed.child(project, "parent"), artifact);
            assertEquals(-1, Files.readString(module.pom()).indexOf("${"), artifact);
            for (String name : ASKED) {
                assertNotNull(Installed.child(project, name), artifact + " has no " + name);
            }
        }
    }

    @Test
    void theirDependenciesAreThoseOfUsers() throws IOException {
        for (Installed module : Installed.all()) {
            Element project = Installed.parse(module.pom());
            Element dependencies = Installed.child(project, "dependencies");
            if (dependencies == null) {
                continue;
            }
            var list = dependencies.getElementsByTagName("dependency");
            for (int i = 0; i < list.getLength(); i++) {
                Element dependency = (Element) list.item(i);
                String name =
                        module.artifact() + " needs " + Installed.text(dependency, "artifactId");
                assertNotNull(Installed.text(dependency, "version"), name);
                String scope = Installed.text(dependency, "scope");
                assertEquals(true, scope == null || SCOPES.contains(scope), name + " " + scope);
            }
        }
    }
}
