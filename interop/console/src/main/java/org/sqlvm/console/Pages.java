package org.sqlvm.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.server.page.HttpPage;
import org.sqlvm.server.page.HttpPages;

import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * The files of the page, which are for everybody and say nothing of the database; and requests:
 * {@code POST /login} exchanges a ticket for the key, {@code /facts} and {@code /state} need the
 * key. {@code /import} takes a file of rows or a database, {@code /notebook} runs cells of a
 * notebook, {@code /databases} names those that have been dropped.
 */
final class Pages implements HttpPages {
    /** Names of files: no way leads out of their folder. */
    private static final Pattern FILE =
            Pattern.compile("/((?:vendor/)?[a-z][a-z0-9-]*\\.(js|css|svg))");

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    private static final String NONCE = "NONCE";
    private static final int NONCE_SIZE = 16;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TICKET_MAX = 200;
    private static final int STATE_MAX = 8 << 20;

    private static final HttpPage REFUSED =
            HttpPage.json(401, "{\"error\":{\"message\":\"a key is needed\"}}\n");

    private static final HttpPage NO_METHOD =
            HttpPage.json(405, "{\"error\":{\"message\":\"there is no such method\"}}\n");

    /**
     * Facts of the database that the page shows.
     *
     * @param file its name
     */
    record Facts(String file, boolean isReadOnly) {}

    private final Tickets tickets;
    private final SavedState state;
    private final Facts facts;
    private final Importer importer;
    private final Notebooks notebooks;

    Pages(Tickets tickets, SavedState state, Facts facts, Importer importer, Notebooks notebooks) {
        this.importer = importer;
        this.notebooks = notebooks;
        this.tickets = tickets;
        this.state = state;
        this.facts = facts;
    }

    @Override
    public HttpPage answer(Request request) {
        return switch (request.path()) {
            case "/" -> isRead(request) ? start() : null;
            case "/login" -> login(request);
            case "/facts" -> request.isKnown() ? facts() : REFUSED;
            case "/databases" -> request.isKnown() ? databases(request) : REFUSED;
            case "/notebook" -> request.isKnown() ? notebooks.answer(request) : REFUSED;
            case "/import" -> request.isKnown() ? NO_METHOD : REFUSED;
            case "/state" -> request.isKnown() ? state(request) : REFUSED;
            default -> isRead(request) ? file(request) : null;
        };
    }

    private static boolean isRead(Request request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    /** The first page. Styles that its editor makes carry a number that no other page knows. */
    private static HttpPage start() {
        byte[] random = new byte[NONCE_SIZE];
        RANDOM.nextBytes(random);
        String nonce = Base64.getEncoder().encodeToString(random);
        String text = new String(content("index.html"), UTF_8).replace(NONCE, nonce);
        return new HttpPage(200, "text/html; charset=utf-8", text.getBytes(UTF_8), guards(nonce));
    }

    /** Nothing but the page's own files is loaded or run, and no other page may show it. */
    private static Map<String, String> guards(String nonce) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-" + nonce
                        + "'; style-src-attr 'unsafe-inline'; img-src 'self' blob: data:;"
                        + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none';"
                        + " form-action 'none'; require-trusted-types-for 'script';"
                        + " trusted-types 'none'");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
        return headers;
    }

    private static HttpPage file(Request request) {
        var name = FILE.matcher(request.path());
        byte[] content = name.matches() ? content(name.group(1)) : null;
        if (content == null) {
            return null;
        }
        String tag = '"' + checksum(content) + '"';
        Map<String, String> headers = Map.of(
                "ETag", tag,
                "Cache-Control", "no-cache",
                "Cross-Origin-Resource-Policy", "same-origin");
        boolean isCurrent = tag.equals(request.header().apply("if-none-match"));
        return new HttpPage(
                isCurrent ? 304 : 200,
                TYPES.get(name.group(2)),
                isCurrent ? new byte[0] : content,
                headers);
    }

    /** Null if there is no such file. */
    private static byte[] content(String name) {
        try (InputStream in = Pages.class.getResourceAsStream("web/" + name)) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * Differs from one version of a file to the next. A cryptographic hash would protect from
     * nothing, since the files are our own, and takes long before it has been compiled.
     */
    private static String checksum(byte[] content) {
        CRC32 sum = new CRC32();
        sum.update(content);
        return HexFormat.of().toHexDigits((int) sum.getValue()) + '-' + content.length;
    }

    private HttpPage login(Request request) {
        boolean isTicket = request.method().equals("POST")
                && request.body().length < TICKET_MAX
                && tickets.take(new String(request.body(), UTF_8));
        return isTicket
                ? HttpPage.json(200, "{\"key\":\"" + tickets.key() + "\"}\n")
                : HttpPage.json(
                        401, "{\"error\":{\"message\":\"this link has been used, or is none\"}}\n");
    }

    /** Files that are dropped go to a folder as they come. */
    @Override
    public Upload upload(Request head) throws IOException {
        boolean isFile = head.path().equals("/import") && head.method().equals("POST");
        return isFile && head.isKnown() ? importer.take(head.header().apply("sqlvm-file")) : null;
    }

    /** The databases that have been dropped. DELETE closes one. */
    private HttpPage databases(Request request) {
        if (request.method().equals("DELETE")) {
            return importer.close(request.header().apply("sqlvm-file"));
        }
        if (!isRead(request)) {
            return NO_METHOD;
        }
        String names = importer.dropped().names().stream()
                .map(Json::quoted)
                .collect(Collectors.joining(","));
        return HttpPage.json(200, "[" + names + "]\n");
    }

    private HttpPage facts() {
        return HttpPage.json(
                200,
                "{\"file\":" + Json.quoted(facts.file()) + ",\"readOnly\":" + facts.isReadOnly()
                        + ",\"languages\":" + notebooks.areOn()
                        + "}\n");
    }

    private HttpPage state(Request request) {
        try {
            if (request.method().equals("PUT")) {
                if (request.body().length > STATE_MAX) {
                    return HttpPage.json(413, "{\"error\":{\"message\":\"too long\"}}\n");
                }
                state.write(request.body());
                return HttpPage.json(200, "{}\n");
            }
            return isRead(request)
                    ? HttpPage.of("application/json", state.read())
                    : HttpPage.json(405, "{\"error\":{\"message\":\"GET or PUT it\"}}\n");
        } catch (IOException e) {
            return HttpPage.json(
                    500, "{\"error\":{\"message\":" + Json.quoted(e.toString()) + "}}\n");
        }
    }
}
