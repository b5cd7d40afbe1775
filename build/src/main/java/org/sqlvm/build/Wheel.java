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
 * Makes a wheel, the archive that pip installs: the sources of the Python package, jars and what
 * else Java is given in its folder {@code jars}, and what describes it. The same files give the
 * same bytes.
 *
 * <pre>java Wheel.java VERSION METADATA LICENSE PYTHON-FOLDER TARGET-FOLDER FILE ...</pre>
 */
final class Wheel {
    private static final String NAME = "sqlvm";

    private static final String WHEEL = """
        Wheel-Version: 1.0
        Generator: sqlvm
        Root-Is-Purelib: true
        Tag: py3-none-any
        """;

    private static final String ENTRY_POINTS = """
        [console_scripts]
        sqlvm-graalpy = sqlvm_graalpy:main
        """;

    /** A version of Maven: numbers, and perhaps what comes before their release. */
    private static final Pattern VERSION =
            Pattern.compile("(\\d+(?:\\.\\d+)*)(?:-(SNAPSHOT|(alpha|beta|rc)[-.]?(\\d+)))?");

    /** The time of all files: of an archive that says nothing of when it was made. */
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Map<String, byte[]> files = new TreeMap<>();

    private Wheel() {}

    public static void main(String[] arguments) throws IOException {
        String version = pythonVersion(arguments[0]);
        Wheel wheel = new Wheel();
        wheel.addSources(Path.of(arguments[3]));
        for (int i = 5; i < arguments.length; i++) {
            Path file = Path.of(arguments[i]);
            wheel.files.put(NAME + "/jars/" + file.getFileName(), Files.readAllBytes(file));
        }
        String metadata = Files.readString(Path.of(arguments[1])).replace("@version@", version);
        byte[] license = Files.readAllBytes(Path.of(arguments[2]));
        Path folder = Files.createDirectories(Path.of(arguments[4]));
        wheel.write(folder, version, metadata, license);
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
                String name = folder.relativize(source).toString().replace('\\', '/');
                files.put(name, Files.readAllBytes(source));
            }
        }
    }

    private void write(Path folder, String version, String metadata, byte[] license)
            throws IOException {
        String name = NAME + "-" + version;
        String info = name + ".dist-info/";
        files.put(info + "METADATA", metadata.getBytes(UTF_8));
        files.put(info + "WHEEL", WHEEL.getBytes(UTF_8));
        files.put(info + "entry_points.txt", ENTRY_POINTS.getBytes(UTF_8));
        files.put(info + "LICENSE", license);
        StringBuilder record = new StringBuilder();
        files.forEach((file, bytes) -> record.append(file)
                .append(",sha256=")
                .append(hash(bytes))
                .append(',')
                .append(bytes.length)
                .append('\n'));
        record.append(info).append("RECORD,,\n");
        Path wheel = folder.resolve(name + "-py3-none-any.whl");
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
