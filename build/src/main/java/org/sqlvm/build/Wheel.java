package org.sqlvm.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes a wheel, the archive that pip installs: the sources of a Python package, what describes it,
 * and further files. Those that a FILE with the ending .txt names, relative to its folder, are
 * modules of the package; other FILEs, such as jars, come into its folder {@code jars}. An
 * {@code entry_points.txt} beside METADATA is a part of it. The same files give the same bytes.
 *
 * <pre>java Wheel.java VERSION METADATA LICENSE PYTHON-FOLDER TARGET-FOLDER FILE ...</pre>
 */
final class Wheel {
    private static final String WHEEL = """
        Wheel-Version: 1.0
        Generator: sqlvm
        Root-Is-Purelib: true
        Tag: py3-none-any
        """;

    private static final String ENTRY_POINTS = "entry_points.txt";

    private static final Pattern PROJECT = Pattern.compile("(?m)^Name: (.*)$");

    /** A version of Maven: numbers, and perhaps what comes before their release. */
    private static final Pattern VERSION =
            Pattern.compile("(\\d+(?:\\.\\d+)*)(?:-(SNAPSHOT|(alpha|beta|rc)[-.]?(\\d+)))?");

    /** The time of all files: of an archive that says nothing of when it was made. */
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** The package's name. */
    private final String name;

    private final Map<String, byte[]> files = new TreeMap<>();

    private Wheel(String name) {
        this.name = name;
    }

    public static void main(String[] arguments) throws IOException {
        String version = pythonVersion(arguments[0]);
        Path description = Path.of(arguments[1]);
        String metadata = Files.readString(description).replace("@version@", version);
        Wheel wheel = new Wheel(packageName(metadata));
        wheel.addSources(Path.of(arguments[3]));
        for (int i = 5; i < arguments.length; i++) {
            wheel.add(Path.of(arguments[i]));
        }
        wheel.describe(version, "METADATA", metadata.getBytes(UTF_8));
        wheel.describe(version, "WHEEL", WHEEL.getBytes(UTF_8));
        wheel.describe(version, "LICENSE", Files.readAllBytes(Path.of(arguments[2])));
        Path entryPoints = description.resolveSibling(ENTRY_POINTS);
        if (Files.exists(entryPoints)) {
            wheel.describe(version, ENTRY_POINTS, Files.readAllBytes(entryPoints));
        }
        wheel.write(Files.createDirectories(Path.of(arguments[4])), version);
    }

    /** As files have it, by which wheels are found. */
    private static String packageName(String metadata) {
        Matcher project = PROJECT.matcher(metadata);
        if (!project.find()) {
            throw new IllegalArgumentException("no name in the metadata");
        }
        return project.group(1).strip().replace('-', '_');
    }

    /** The same version in the form of PEP 440. */
    private static String pythonVersion(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no version that Python knows: " + version);
        }
        if (matcher.group(2) == null) {
            return version;
        }
        return matcher.group(3) == null
                ? matcher.group(1) + ".dev0"
                : matcher.group(1)
                        + matcher.group(3).replaceFirst("(?<=^[ab]).*", "")
                        + matcher.group(4);
    }

    private void addSources(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path source :
                    all.filter(file -> file.toString().endsWith(".py")).toList()) {
                String path = folder.relativize(source).toString().replace('\\', '/');
                files.put(path, Files.readAllBytes(source));
            }
        }
    }

    private void add(Path file) throws IOException {
        if (!file.toString().endsWith(".txt")) {
            files.put(name + "/jars/" + file.getFileName(), Files.readAllBytes(file));
            return;
        }
        for (String line : Files.readAllLines(file)) {
            Path module = file.resolveSibling(line);
            files.put(name + "/" + module.getFileName(), Files.readAllBytes(module));
        }
    }

    private String infoFolder(String version) {
        return name + "-" + version + ".dist-info/";
    }

    private void describe(String version, String file, byte[] content) {
        files.put(infoFolder(version) + file, content);
    }

    private void write(Path folder, String version) throws IOException {
        String info = infoFolder(version);
        StringBuilder record = new StringBuilder();
        files.forEach((file, bytes) -> record.append(file)
                .append(",sha256=")
                .append(hash(bytes))
                .append(',')
                .append(bytes.length)
                .append('\n'));
        record.append(info).append("RECORD,,\n");
        Path wheel = folder.resolve(name + "-" + version + "-py3-none-any.whl");
        try (OutputStream out = Files.newOutputStream(wheel);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                put(zip, file.getKey(), file.getValue());
            }
            // Last, as the format asks.
            put(zip, info + "RECORD", record.toString().getBytes(UTF_8));
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(bytes);
        zip.closeEntry();
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
