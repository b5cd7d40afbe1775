package org.sqlvm.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/**
 * Which requests of a connection are answered. A browser sends them to this machine for any page,
 * and lets the page choose the name by which it finds the machine: so the headers that a page
 * cannot choose must say that the request is none of a foreign page.
 */
final class HttpAccess {
    private static final String BASIC = "basic ";

    private final ServerSettings settings;
    /** The last credentials that fitted: to check them again takes milliseconds. Null for none. */
    private String known;

    HttpAccess(ServerSettings settings) {
        this.settings = settings;
    }

    /**
     * Lets a request in.
     *
     * @return the name of the user
     * @throws HttpError if it may not come in
     */
    String check(HttpRequest request, HttpResponse response) {
        checkHost(request);
        checkOrigin(request, response);
        return user(request, response);
    }

    /** A page of a name that has been made to mean this machine says that name. */
    private void checkHost(HttpRequest request) {
        String host = request.host();
        if (request.header("host") == null && !request.isOld()) {
            throw new HttpError(HttpError.BAD_REQUEST, "which host?");
        }
        boolean isLocal = settings.address().isLoopbackAddress();
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

    private void checkOrigin(HttpRequest request, HttpResponse response) {
        String origin = request.header("origin");
        response.header("Vary", "Origin");
        if (origin == null) {
            String site = request.header("sec-fetch-site");
            if (site != null && !site.equals("same-origin") && !site.equals("none")) {
                throw foreign();
            }
            return;
        }
        Set<String> allowed = settings.httpOrigins();
        if (allowed.contains(origin)) {
            response.header("Access-Control-Allow-Origin", origin);
            response.header("Access-Control-Allow-Methods", "POST");
            response.header("Access-Control-Allow-Headers", "Authorization, Content-Type");
            return;
        }
        String scheme = settings.tls() == null ? "http://" : "https://";
        if (!origin.equalsIgnoreCase(scheme + request.host())) {
            throw foreign();
        }
    }

    private static HttpError foreign() {
        return new HttpError(HttpError.FORBIDDEN, "pages of other sites may not ask this server");
    }

    private String user(HttpRequest request, HttpResponse response) {
        if (request.method().equals("OPTIONS")) {
            // What a browser asks before the request: nothing is done for it.
            return "";
        }
        String given = request.header("authorization");
        if (!settings.hasPasswords()) {
            return given == null ? "anonymous" : credentials(given)[0];
        }
        if (given == null) {
            throw unauthorized(response);
        }
        String[] parts = credentials(given);
        if (given.equals(known)) {
            return parts[0];
        }
        ScramVerifier verifier = settings.verifier(parts[0]);
        // It takes as long to find that there is no such user.
        boolean fits = (verifier == null ? ScramVerifier.ofNobody() : verifier).fits(parts[1]);
        if (!fits) {
            throw unauthorized(response);
        }
        known = given;
        return parts[0];
    }

    private static HttpError unauthorized(HttpResponse response) {
        response.header("WWW-Authenticate", "Basic realm=\"sqlvm\", charset=\"UTF-8\"");
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
