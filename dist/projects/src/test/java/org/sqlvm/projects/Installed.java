package org.sqlvm.projects;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

/**
 * The files that a published module installs: its POM, which the build has made independent of the
 * others, and its jar.
 *
 * @param pom the flattened POM
 * @param jar null for a POM alone
 */
record Installed(String artifact, String version, Path pom, Path jar) {
    private static final String GROUP = "org/sqlvm";
    private static final Path ROOT = Path.of(System.getProperty("sqlvm.root"));
    private static final Set<String> UNSEARCHED = Set.of("target", "src", ".git");

    /** All modules whose POM says {@code <unpublished>false</unpublished>}. */
    static List<Installed> all() throws IOException {
        List<Path> poms = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean searched = folder.equals(ROOT) || !UNSEARCHED.contains(name);
                return searched ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.endsWith("pom.xml")) {
                    poms.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        List<Installed> installed = new ArrayList<>();
        for (Path pom : poms) {
            Element project = parse(pom);
            Element properties = child(project, "properties");
            if (properties != null && "false".equals(text(properties, "unpublished"))) {
                installed.add(of(pom.resolveSibling("target"), project));
            }
        }
        return installed;
    }

    private static Installed of(Path target, Element project) throws IOException {
        String artifact = text(project, "artifactId");
        Element build = child(project, "build");
        String file = build == null ? null : text(build, "finalName");
        Path pom = target.resolve("flattened-pom.xml");
        Path jar = target.resolve((file == null ? artifact : file) + ".jar");
        boolean alone = "pom".equals(text(project, "packaging"));
        return new Installed(artifact, text(parse(pom), "version"), pom, alone ? null : jar);
    }

    static Element parse(Path pom) throws IOException {
        try {
            Document document =
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
            return document.getDocumentElement();
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(pom.toString(), e);
        }
    }

    /** The child of that name, or null. */
    static Element child(Element element, String name) {
        for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child && child.getTagName().equals(name)) {
                return child;
            }
        }
        return null;
    }

    /** The text of the child of that name, or null. */
    static String text(Element element, String name) {
        Element child = child(element, name);
        return child == null ? null : child.getTextContent().strip();
    }

    /**
     * Makes a local repository of Maven in which org.sqlvm is what the modules install, and all
     * else is that of another one, by links: what is not there yet is fetched into that one.
     */
    static void repository(Path folder, Path other) throws IOException {
        Files.createDirectories(folder.resolve(GROUP));
        Files.createDirectories(other.resolve("org"));
        link(folder, other, "org");
        link(folder.resolve("org"), other.resolve("org"), "sqlvm");
        for (Installed module : all()) {
            String name = module.artifact + "-" + module.version;
            Path place = folder.resolve(GROUP).resolve(module.artifact).resolve(module.version);
            Files.createDirectories(place);
            Files.copy(module.pom, place.resolve(name + ".pom"));
            if (module.jar != null) {
                Files.copy(module.jar, place.resolve(name + ".jar"));
            }
        }
    }

    private static void link(Path folder, Path other, String except) throws IOException {
        try (Stream<Path> entries = Files.list(other)) {
            for (Path entry : entries.filter(Files::isDirectory).toList()) {
                if (!entry.endsWith(except)) {
                    Files.createSymbolicLink(folder.resolve(entry.getFileName()), entry);
                }
            }
        }
    }
}
