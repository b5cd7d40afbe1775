package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Classes, packages and members that {@code docs/internals} and the page on the Java API name
 * between backticks are in the sources: {@code ColumnCache}, {@code plan.stats.Cost},
 * {@code Execution.restart}.
 */
final class InternalsPagesTest {
    /** Packages in front, a type, and what is in it. */
    private static final Pattern NAME =
            Pattern.compile("`((?:[a-z]\\w*\\.)*)([A-Z]\\w*[a-z]\\w*)((?:\\.\\w+)*)`");

    private static final Pattern TYPE =
            Pattern.compile("\\b(?:class|interface|record|enum|@interface) ([A-Z]\\w*)");

    /** Options of the language are fields of this class. */
    private static final String OPTIONS = "SqlvmOptions";

    /** Classes of Truffle and of Java, and a word that the shell prints. */
    private static final Set<String> FOREIGN =
            Set.of("InteropLibrary", "Interpreted", "Iterable", "Long", "Double", "String");

    /** By the name of a type, nested ones too: the files that have one. */
    private final Map<String, List<Path>> files = new HashMap<>();

    private final Map<Path, String> texts = new HashMap<>();

    @Test
    void namesExist() throws IOException {
        for (Path file : Sources.java()) {
            String text = Files.readString(file);
            texts.put(file, text);
            TYPE.matcher(text)
                    .results()
                    .map(type -> type.group(1))
                    .distinct()
                    .forEach(type -> files.computeIfAbsent(type, name -> new ArrayList<>())
                            .add(file));
        }
        List<String> findings = new ArrayList<>();
        int count = 0;
        for (Path page : pages()) {
            for (MatchResult name :
                    NAME.matcher(Files.readString(page)).results().toList()) {
                count++;
                if (!exists(name.group(1), name.group(2), name.group(3))) {
                    findings.add(Sources.name(page) + ": " + name.group());
                }
            }
        }
        assertEquals(List.of(), findings);
        assertTrue(count > 300, () -> "names are no longer found");
    }

    @Test
    void everyPackageIsExplained() throws IOException {
        String page = Files.readString(Sources.ROOT.resolve("docs/internals/index.md"));
        List<String> findings = new ArrayList<>();
        for (String module : List.of("engine", "language", "interop/server", "interop/shell")) {
            String name = module.substring(module.indexOf('/') + 1);
            Path folder = Sources.ROOT.resolve(module + "/src/main/java/org/sqlvm/" + name);
            try (Stream<Path> packages = Files.list(folder).filter(Files::isDirectory)) {
                packages.map(each -> each.getFileName().toString())
                        .filter(each -> !page.contains("| `" + each + "` |"))
                        .forEach(findings::add);
            }
        }
        assertEquals(List.of(), findings);
    }

    private static List<Path> pages() throws IOException {
        Path docs = Sources.ROOT.resolve("docs");
        try (Stream<Path> all = Files.list(docs.resolve("internals"))) {
            return Stream.concat(all, Stream.of(docs.resolve("reference/java-api.md")))
                    .filter(page -> page.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** @param members each with a dot in front */
    private boolean exists(String packages, String type, String members) {
        boolean option = (packages.isEmpty() || packages.equals("sqlvm.")) && isOption(type);
        if (option || FOREIGN.contains(type)) {
            return true;
        }
        String folder = "/" + packages.replace('.', '/');
        return files.getOrDefault(type, List.of()).stream()
                .filter(file -> Sources.name(file.getParent()).concat("/").endsWith(folder))
                .anyMatch(file -> Stream.of(members.split("\\."))
                        .filter(member -> !member.isEmpty())
                        .allMatch(member -> has(texts.get(file), member)));
    }

    private boolean isOption(String name) {
        return has(texts.get(files.get(OPTIONS).getFirst()), name);
    }

    private static boolean has(String text, String word) {
        Matcher matcher = Pattern.compile("\\b" + word + "\\b").matcher(text);
        return matcher.find();
    }
}
