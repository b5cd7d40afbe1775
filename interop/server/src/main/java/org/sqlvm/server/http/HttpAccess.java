package org.sqlvm.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.server.settings.HttpKey;
import org.sqlvm.server.settings.ScramVerifier;
import org.sqlvm.server.settings.ServerSettings;

import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Which requests of a connection are answered. A browser sends them to this machine for any page,
 * and lets the page choose the name by which it finds the machine: so the headers that a page
 * cannot choose must say that the request is none of a foreign page.
 */
final class HttpAccess {
    private static final String BASIC = "basic ";
    private static final String BEARER = "bearer ";
    private static final String HEADERS = "Authorization, Content-Type, Sqlvm-Session";

    /**
     * The parts of a request that access depends on, for both HTTP servers.
     *
     * @param host the server's name in the request; null if it has none
     * @param mayLackHost whether the request need not have a host, as in HTTP/1.0
     * @param header returns the value of a header by its name in lower case; null for none
     * @param answer receives headers of the response
     */
    record Asked(
            String method,
            String host,
            boolean mayLackHost,
            UnaryOperator<String> header,
            BiConsumer<String, String> answer) {}

    private final ServerSettings settings;
    private final boolean isLocal;
    private final String scheme;
    /** The last credentials that fitted: to check them again takes milliseconds. Null for none. */
    private String known;

    private HttpAccess(ServerSettings settings, boolean isLocal, String scheme) {
        this.settings = settings;
        this.isLocal = isLocal;
        this.scheme = scheme;
    }

    /** To the port of HTTP. */
    static HttpAccess toQueries(ServerSettings settings) {
        return new HttpAccess(
                settings,
                settings.access().address().isLoopbackAddress(),
                settings.access().tls() == null ? "http://" : "https://");
    }

    /** To a port of this machine's own network that is not encrypted. */
    static HttpAccess toLocalPort(ServerSettings settings) {
        return new HttpAccess(settings, true, "http://");
    }

    /**
     * Lets a request in.
     *
     * @return the name of the user
     * @throws HttpError if it may not come in
     */
    String check(HttpRequest request, HttpResponse response) {
        return check(asked(request, response));
    }

    private static Asked asked(HttpRequest request, HttpResponse response) {
        return new Asked(
                request.method(),
                request.host(),
                request.header("host") == null && request.isOld(),
                request::header,
                response::header);
    }

    /** The same for a request that something else has read. */
    String check(Asked asked) {
        checkSource(asked);
        return user(asked);
    }

    /**
     * Lets a request in that needs no key and no password, unless a foreign page has sent it.
     *
     * @throws HttpError if it may not come in
     */
    void checkSource(HttpRequest request, HttpResponse response) {
        checkSource(asked(request, response));
    }

    /** Whether a request carries the key or a password that fits, or needs none. */
    boolean isKnown(HttpRequest request, HttpResponse response) {
        Asked asked = asked(request, response);
        if (isPreflight(asked)) {
            return false;
        }
        try {
            user(asked);
            return true;
        } catch (HttpError e) {
            return false;
        }
    }

    private void checkSource(Asked asked) {
        checkHost(asked);
        checkOrigin(asked);
    }

    /** A page of a name that has been made to mean this machine says that name. */
    private void checkHost(Asked asked) {
        if (asked.header().apply("host") == null && !asked.mayLackHost()) {
            throw new HttpError(HttpError.BAD_REQUEST, "which host?");
        }
        String host = asked.host();
        if (isLocal && host != null && !isLoopback(withoutPort(host))) {
            throw new HttpError(
                    HttpError.FORBIDDEN, "this server answers to localhost, not to other names");
        }
    }

    private static String withoutPort(String host) {
        int bracket = host.lastIndexOf(']');
        int colon = host.lastIndexOf(':');
        return colon > bracket ? host.substring(0, colon) : host;
    }

    private static boolean isLoopback(String name) {
        return name.equalsIgnoreCase("localhost")
                || name.equals("[::1]")
                || name.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    private void checkOrigin(Asked asked) {
        String origin = asked.header().apply("origin");
        asked.answer().accept("Vary", "Origin");
        if (origin == null) {
            String site = asked.header().apply("sec-fetch-site");
            if (site != null && !site.equals("same-origin") && !site.equals("none")) {
                throw foreign();
            }
            return;
        }
        Set<String> allowed = settings.access().httpOrigins();
        if (allowed.contains(origin)) {
            asked.answer().accept("Access-Control-Allow-Origin", origin);
            asked.answer().accept("Access-Control-Allow-Methods", "GET, POST, DELETE");
            asked.answer().accept("Access-Control-Allow-Headers", HEADERS);
            return;
        }
        if (!origin.equalsIgnoreCase(scheme + asked.host())) {
            throw foreign();
        }
    }

    private static HttpError foreign() {
        return new HttpError(HttpError.FORBIDDEN, "pages of other sites may not ask this server");
    }

    /** A browser's request before another one, which carries no key and runs nothing. */
    private static boolean isPreflight(Asked asked) {
        return asked.method().equals("OPTIONS");
    }

    private String user(Asked asked) {
        if (isPreflight(asked)) {
            return "";
        }
        String given = asked.header().apply("authorization");
        HttpKey key = settings.access().httpKey();
        if (key != null && given != null && isBearer(given)) {
            if (key.fits(given.substring(BEARER.length()).strip())) {
                return "anonymous";
            }
            throw new HttpError(HttpError.UNAUTHORIZED, "this is not the key");
        }
        if (key != null && !settings.access().hasPasswords()) {
            asked.answer().accept("WWW-Authenticate", "Bearer realm=\"sqlvm\"");
            throw new HttpError(HttpError.UNAUTHORIZED, "a key is needed");
        }
        if (!settings.access().hasPasswords()) {
            return given == null ? "anonymous" : credentials(given)[0];
        }
        if (given == null) {
            throw unauthorized(asked);
        }
        String[] parts = credentials(given);
        if (given.equals(known)) {
            return parts[0];
        }
        ScramVerifier verifier = settings.access().verifier(parts[0]);
        // It takes as long to find that there is no such user.
        boolean fits = (verifier == null ? ScramVerifier.ofNobody() : verifier).fits(parts[1]);
        if (!fits) {
            throw unauthorized(asked);
        }
        known = given;
        return parts[0];
    }

    private static boolean isBearer(String header) {
        return header.regionMatches(true, 0, BEARER, 0, BEARER.length());
    }

    private static HttpError unauthorized(Asked asked) {
        asked.answer().accept("WWW-Authenticate", "Basic realm=\"sqlvm\", charset=\"UTF-8\"");
        return new HttpError(HttpError.UNAUTHORIZED, "a user and a password are needed");
    }

    /** User and password (RFC 7617). */
    private static String[] credentials(String header) {
        if (header.toLowerCase(Locale.ROOT).startsWith(BASIC)) {
            try {
                byte[] bytes = Base64.getDecoder()
                        .decode(header.substring(BASIC.length()).strip());
                String[] parts = new String(bytes, UTF_8).split(":", 2);
                if (parts.length == 2) {
                    return parts;
                }
            } catch (IllegalArgumentException e) {
                throw new HttpError(HttpError.BAD_REQUEST, "credentials are malformed");
            }
        }
        throw new HttpError(HttpError.BAD_REQUEST, "credentials are malformed");
    }
}
