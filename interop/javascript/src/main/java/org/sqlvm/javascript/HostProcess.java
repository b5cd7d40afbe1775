package org.sqlvm.javascript;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.sqlvm.language.Surroundings;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Functions that modules in JavaScript call: process, output, machine and cryptography. */
final class HostProcess {
    /** Made when it is first used, since that takes time. */
    private static final class Random {
        static final SecureRandom SOURCE = new SecureRandom();
    }

    private static final Map<String, String> PLATFORMS =
            Map.of("linux", "linux", "mac os x", "darwin", "windows", "win32");

    private static final Map<String, String> MACHINES =
            Map.of("amd64", "x64", "x86_64", "x64", "aarch64", "arm64");

    private HostProcess() {}

    /** The functions and facts by their names. */
    static Map<String, Object> functions(Context context, Surroundings surroundings) {
        Map<String, Object> host = new HashMap<>(HostFiles.functions(surroundings));
        OutputStream out = surroundings.out();
        put(host, "write", v -> {
            write(v[0].asInt() == 1 ? out : surroundings.error(), HostFiles.bytes(v[1]));
            return null;
        });
        put(host, "source", v -> Resources.text(v[0].asString()));
        put(host, "hasSource", v -> Resources.exists(v[0].asString()));
        put(
                host,
                "compile",
                v -> compile(context, v[0].asString(), v[1].asString(), v[2].asBoolean()));
        // A value that the language accepts only from another language.
        put(host, "foreign", v -> {
            Value function = v[0];
            return (ProxyExecutable) function::execute;
        });
        put(host, "exit", v -> {
            surroundings.exit(v[0].asInt());
            return null;
        });
        put(host, "environment", _ -> environment(surroundings));
        put(host, "nanoseconds", _ -> System.nanoTime());
        put(host, "memory", _ -> memory());
        put(host, "processorTime", _ -> processorTime());
        put(host, "machine", _ -> machine());
        put(host, "random", v -> random(v[0].asInt()));
        put(host, "digest", v -> digest(v[0].asString(), HostFiles.bytes(v[1])));
        put(host, "mac", v -> mac(v[0].asString(), HostFiles.bytes(v[1]), HostFiles.bytes(v[2])));
        put(host, "derive", v -> {
            return derive(
                    v[0].asString(),
                    HostFiles.bytes(v[1]),
                    HostFiles.bytes(v[2]),
                    v[3].asInt(),
                    v[4].asInt());
        });
        put(host, "setTimeZone", v -> {
            setTimeZone(surroundings, v[0].asString());
            return null;
        });
        put(host, "hostname", _ -> hostname(surroundings));
        put(host, "ids", _ -> ids());
        put(host, "isTerminal", v -> surroundings.isTerminal(v[0].asInt()));
        put(host, "readSome", v -> readSome(surroundings, v[0].asInt()));
        host.put(
                "version",
                String.valueOf(HostProcess.class.getPackage().getImplementationVersion()));
        host.put("languageVersion", context.getEngine().getVersion());
        host.put("pid", ProcessHandle.current().pid());
        put(host, "parent", _ -> {
            return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
        });
        host.put("folder", surroundings.folder().toString());
        host.put("platform", platform());
        host.put("arch", MACHINES.getOrDefault(System.getProperty("os.arch"), "unknown"));
        host.put("executable", System.getProperty("sqlvm.home", "sqlvm") + "/bin/sqlvm");
        return host;
    }

    private static void put(Map<String, Object> functions, String name, ProxyExecutable function) {
        functions.put(name, function);
    }

    private static String platform() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return PLATFORMS.getOrDefault(name.startsWith("windows") ? "windows" : name, name);
    }

    private static void write(OutputStream to, byte[] bytes) {
        try {
            to.write(bytes);
        } catch (IOException e) {
            boolean isClosed = e.getMessage() != null && e.getMessage().contains("roken pipe");
            throw new HostFiles.FileFailure(isClosed ? "EPIPE" : "EIO", e);
        }
    }

    /**
     * Evaluates a text and returns its value.
     *
     * @param path the path of a file, or another name for the text
     */
    private static Object compile(Context context, String text, String path, boolean isFile) {
        if (!isFile) {
            return context.eval(
                    Source.newBuilder(Program.JAVASCRIPT, text, path).buildLiteral());
        }
        try {
            return context.eval(
                    Source.newBuilder(Program.JAVASCRIPT, Path.of(path).toFile())
                            .content(text)
                            .name(path)
                            .mimeType("application/javascript")
                            .build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object environment(Surroundings surroundings) {
        List<Object> environment = new ArrayList<>();
        surroundings.environment().forEach((name, value) -> {
            environment.add(name);
            environment.add(value);
        });
        return ProxyArray.fromList(environment);
    }

    /** Sets the zone of the program's dates; in a process of its own, of the database's, too. */
    private static void setTimeZone(Surroundings surroundings, String name) {
        TimeZone zone = TimeZone.getTimeZone(name);
        if (surroundings.isOwnProcess()) {
            TimeZone.setDefault(zone);
        }
        Internals.setTimeZone(zone.toZoneId());
    }

    /** Returns the reserved and the used bytes of the heap. */
    private static Object memory() {
        Runtime runtime = Runtime.getRuntime();
        return ProxyArray.fromArray(
                runtime.totalMemory(), runtime.totalMemory() - runtime.freeMemory());
    }

    /** Nanoseconds. */
    private static long processorTime() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private static Object machine() {
        Map<String, Object> facts = new HashMap<>();
        facts.put("processors", Runtime.getRuntime().availableProcessors());
        facts.put("release", System.getProperty("os.version"));
        facts.put("home", System.getProperty("user.home"));
        facts.put("user", System.getProperty("user.name"));
        facts.put("temporary", System.getProperty("java.io.tmpdir"));
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof com.sun.management.OperatingSystemMXBean system) {
            facts.put("memory", system.getTotalMemorySize());
            facts.put("freeMemory", system.getFreeMemorySize());
            facts.put("load", system.getSystemLoadAverage());
        }
        return ProxyObject.fromMap(facts);
    }

    private static String hostname(Surroundings surroundings) {
        String name = surroundings.variable("HOSTNAME");
        if (name != null) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException _) {
            return "localhost";
        }
    }

    /** The numbers of the user and of the group, as of a file that was made by the process. */
    private static String ids() {
        try {
            var facts = Files.readAttributes(Path.of("/proc/self"), "unix:uid,gid");
            return facts.get("uid") + " " + facts.get("gid");
        } catch (IOException | UnsupportedOperationException _) {
            return "0 0";
        }
    }

    /** Reads what standard input has; waits for it. */
    private static byte[] readSome(Surroundings surroundings, int size) {
        byte[] bytes = new byte[size];
        try {
            int count = surroundings.in().read(bytes);
            return Arrays.copyOf(bytes, Math.max(0, count));
        } catch (IOException e) {
            throw new HostFiles.FileFailure("EIO", e);
        }
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        Random.SOURCE.nextBytes(bytes);
        return bytes;
    }

    /** Java's name of an algorithm; of SHA-2 and SHA-3 Node has shorter ones. */
    private static String algorithm(String name) {
        String upper = name.toUpperCase(Locale.ROOT).replaceFirst("^RSA-", "");
        return upper.replaceFirst("^SHA-?(1|224|256|384|512)$", "SHA-$1")
                .replaceFirst("^SHA512-(224|256)$", "SHA-512/$1");
    }

    /** Null if there is no such algorithm. */
    private static Object digest(String name, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm(name)).digest(bytes);
        } catch (NoSuchAlgorithmException _) {
            return null;
        }
    }

    private static Object mac(String name, byte[] key, byte[] bytes) {
        try {
            String algorithm = "Hmac" + algorithm(name).replace("-", "");
            Mac mac = Mac.getInstance(algorithm);
            // An empty key is as good as one of zeros.
            mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, algorithm));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException _) {
            return null;
        }
    }

    /** A key of a password, by PBKDF2. */
    private static Object derive(String name, byte[] password, byte[] salt, int rounds, int size) {
        try {
            String hash = algorithm(name).replace("-", "");
            String text = new String(password, UTF_8);
            return SecretKeyFactory.getInstance("PBKDF2WithHmac" + hash)
                    .generateSecret(
                            new PBEKeySpec(text.toCharArray(), salt, rounds, size * Byte.SIZE))
                    .getEncoded();
        } catch (GeneralSecurityException _) {
            return null;
        }
    }
}
