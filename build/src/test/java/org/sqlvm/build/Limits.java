package org.sqlvm.build;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.lang.model.element.Modifier;

/**
 * The size limits of folders, classes and methods. {@code build/limits.txt} lists those that are
 * larger, and why. A new one is a finding, and so is a line there that is no longer true.
 */
final class Limits {
    private static final Path FILE = Sources.ROOT.resolve("build/limits.txt");

    /** {@code fields 23 OpenDatabase: reason}. */
    private static final Pattern EXCEPTION = Pattern.compile("(\\w+) (\\d+) (\\S+): (.+)");

    /** The kinds of limits, by their words in the file. */
    enum Kind {
        /** Java files of a folder. */
        FILES(45),
        /** Fields of an object, those of its superclasses apart. */
        FIELDS(20),
        /** Components of a record. */
        COMPONENTS(8),
        /** Parameters of a method or constructor. */
        PARAMETERS(8);

        private final int limit;

        Kind(int limit) {
            this.limit = limit;
        }

        private String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** The sizes that were found, by kind and name; the largest if several have one name. */
    private final Map<String, Integer> large = new TreeMap<>();

    private void add(Kind kind, String name, int count) {
        if (count > kind.limit) {
            large.merge(kind.word() + " " + name, count, Math::max);
        }
    }

    /** Counts the files of each folder. */
    void folders(List<Path> files) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Path file : files) {
            counts.merge(Sources.name(file.getParent()), 1, Integer::sum);
        }
        counts.forEach((folder, count) -> add(Kind.FILES, folder, count));
    }

    /**
     * Counts what a class has.
     *
     * @param name with those of the classes around it
     */
    void type(String name, ClassTree type) {
        int fields = 0;
        for (Tree member : type.getMembers()) {
            if (member instanceof VariableTree field
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC)) {
                fields++;
            } else if (member instanceof MethodTree method
                    && !(type.getKind() == Tree.Kind.RECORD && method.getReturnType() == null)) {
                String own = method.getReturnType() == null
                        ? "new"
                        : method.getName().toString();
                add(Kind.PARAMETERS, name + "." + own, method.getParameters().size());
            }
        }
        if (type.getKind() == Tree.Kind.RECORD) {
            add(Kind.COMPONENTS, name, fields);
        } else if (type.getKind() == Tree.Kind.CLASS) {
            add(Kind.FIELDS, name, fields);
        }
    }

    /**
     * Returns the sizes that the file does not allow, and the lines of the file that are not true.
     */
    List<String> findings() throws IOException {
        return findings(Files.readAllLines(FILE));
    }

    /** @param exceptions in the form of the file */
    List<String> findings(List<String> exceptions) {
        Map<String, Integer> unlisted = new TreeMap<>(large);
        List<String> findings = new ArrayList<>();
        for (String line : exceptions) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            Matcher exception = EXCEPTION.matcher(line);
            Integer count = exception.matches()
                    ? unlisted.remove(exception.group(1) + " " + exception.group(3))
                    : null;
            if (count == null) {
                findings.add("build/limits.txt: take out what is not large (now): " + line);
            } else if (count != Integer.parseInt(exception.group(2))) {
                findings.add("build/limits.txt: it is " + count + " now: " + line);
            }
        }
        unlisted.forEach((what, count) -> {
            Kind kind = Kind.valueOf(
                    what.substring(0, what.indexOf(' ')).toUpperCase(java.util.Locale.ROOT));
            findings.add(what + ": " + count + ", more than " + kind.limit
                    + ": split it by subject, or give a reason in build/limits.txt");
        });
        return findings;
    }
}
