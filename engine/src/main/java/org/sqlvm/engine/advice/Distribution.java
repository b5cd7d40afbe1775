package org.sqlvm.engine.advice;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * The files that this process runs sqlvm from. A message with advice for its reader uses it, so
 * that it names only things that the reader has.
 */
public sealed interface Distribution {
    /** The resource that marks a jar that contains everything. */
    String MARK = "/META-INF/sqlvm/one-jar";

    /** Returns advice on how to have Graal's compiler, as the end of a message; may be empty. */
    String compiler();

    /**
     * Returns the message that a library could not be loaded.
     *
     * @param purpose the feature that needs it
     * @param artifact its coordinates
     */
    String missing(String purpose, String artifact);

    /**
     * Returns advice on how to get a language of GraalVM, as the end of a message; may be empty.
     */
    String language(String id);

    /**
     * An unpacked archive, or the folder that a clone makes.
     *
     * @param command the program, by whose path it can be run from anywhere
     */
    record Archive(Path command) implements Distribution {
        @Override
        public String compiler() {
            return "; to have functions of other languages compiled, too, start java with the"
                    + " arguments that \"" + command + " args\" prints";
        }

        @Override
        public String missing(String purpose, String artifact) {
            return "the library of " + purpose + " cannot be loaded";
        }

        @Override
        public String language(String id) {
            boolean hasIt = id.equals("python") || id.equals("js");
            return hasIt
                    ? ": start java with the arguments that \"" + command + " args " + id
                            + "\" prints"
                    : "";
        }
    }

    /** The jar that has everything but a compiler. */
    record OneJar() implements Distribution {
        @Override
        public String compiler() {
            return ", and this jar has none";
        }

        @Override
        public String missing(String purpose, String artifact) {
            return purpose + " needs the library " + artifact;
        }

        @Override
        public String language(String id) {
            return ": add org.graalvm.polyglot:" + id + " to the class path";
        }
    }

    /** The wheel, in an environment of GraalPy. */
    record Wheel() implements Distribution {
        @Override
        public String compiler() {
            return "; Python is compiled, too, if org.graalvm.compiler:compiler is among the jars"
                    + " that sqlvm-graalpy makes the environment of";
        }

        @Override
        public String missing(String purpose, String artifact) {
            return purpose + " needs the library " + artifact;
        }

        @Override
        public String language(String id) {
            return "";
        }
    }

    /** A jar for each module, as build tools fetch them. */
    record Artifacts() implements Distribution {
        @Override
        public String compiler() {
            return "; to have functions of other languages compiled, too, start java with"
                    + " -XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI, and with the jars of"
                    + " org.graalvm.compiler:compiler and org.graalvm.truffle:truffle-runtime as"
                    + " modules";
        }

        @Override
        public String missing(String purpose, String artifact) {
            return purpose + " needs the library " + artifact;
        }

        @Override
        public String language(String id) {
            return ": add org.graalvm.polyglot:" + id + " to the class path";
        }
    }

    /** Returns the distribution of this process. */
    static Distribution present() {
        if (Distribution.class.getResource(MARK) != null) {
            return new OneJar();
        }
        CodeSource source = Distribution.class.getProtectionDomain().getCodeSource();
        try {
            return source == null || source.getLocation() == null
                    ? new Artifacts()
                    : of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException _) {
            // A class loader of the user's, with names of its own.
            return new Artifacts();
        }
    }

    /** Returns the distribution that has a jar of the engine, by the files beside the jar. */
    static Distribution of(Path jar) {
        Path folder = jar.toAbsolutePath().getParent();
        Path home = folder == null ? null : folder.getParent();
        if (home == null) {
            return new Artifacts();
        }
        Path command = home.resolve("bin/sqlvm");
        if (folder.endsWith("lib") && Files.isExecutable(command)) {
            return new Archive(command);
        }
        return folder.endsWith("sqlvm/jars") ? new Wheel() : new Artifacts();
    }
}
