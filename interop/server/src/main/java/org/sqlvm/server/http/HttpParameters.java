package org.sqlvm.server.http;

import org.sqlvm.api.Counting;
import org.sqlvm.server.request.Parameters;
import org.sqlvm.server.request.RequestSession;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request in JSON: {@code {"sql": …, "parameters": […]}}, or with parameters by name. The
 * database itself reads it.
 */
final class HttpParameters {
    /**
     * A request.
     *
     * @param sql its statements
     * @param counting how much is counted of the last one
     */
    record Parsed(String sql, Parameters parameters, Counting counting) {}

    private static final Set<String> MEMBERS = Set.of("sql", "parameters", "counters");

    private final RequestSession session;
    private final String json;

    private HttpParameters(RequestSession session, String json) {
        this.session = session;
        this.json = json;
    }

    /** @throws HttpError if it is none */
    static Parsed parse(RequestSession session, String json) {
        return new HttpParameters(session, json).parse();
    }

    private Parsed parse() {
        boolean isValid = (long) session.value("SELECT json_valid(?)", json) == 1
                && "object".equals(session.value("SELECT json_type(?)", json));
        if (!isValid) {
            throw malformed("the request is no object of JSON");
        }
        for (Object[] member : session.rows("SELECT key FROM json_each(?)", json)) {
            if (!MEMBERS.contains((String) member[0])) {
                throw malformed("unknown member " + member[0]);
            }
        }
        if (!"text".equals(session.value("SELECT json_type(?, '$.sql')", json))) {
            throw malformed("the member sql is missing, or no text");
        }
        String sql = (String) session.value("SELECT json_extract(?, '$.sql')", json);
        return new Parsed(sql, parameters(), counting());
    }

    private Counting counting() {
        Object what = session.value("SELECT json_extract(?, '$.counters')", json);
        return switch (what == null ? "" : what.toString()) {
            case "" -> Counting.NOTHING;
            case "steps" -> Counting.STEPS;
            case "instructions" -> Counting.INSTRUCTIONS;
            default ->
                throw malformed("the member counters is neither \"steps\" nor \"instructions\"");
        };
    }

    private Parameters parameters() {
        Object kind = session.value("SELECT json_type(?, '$.parameters')", json);
        if (kind == null || kind.equals("null")) {
            return Parameters.NONE;
        }
        if (!kind.equals("array") && !kind.equals("object")) {
            throw malformed("the member parameters is neither an array nor an object");
        }
        List<Object> values = new ArrayList<>();
        Map<String, Object> named = new LinkedHashMap<>();
        for (Object[] member : session.rows(
                "SELECT key, type, atom, value FROM json_each(?, '$.parameters')", json)) {
            Object value = value((String) member[1], member[2], member[3]);
            if (kind.equals("array")) {
                values.add(value);
            } else {
                named.put((String) member[0], value);
            }
        }
        return new Parameters(values, named);
    }

    /** An object {@code {"base64": …}} is a BLOB. */
    private Object value(String type, Object atom, Object value) {
        if (!type.equals("object")) {
            if (type.equals("array")) {
                throw malformed("a parameter is an array");
            }
            return atom;
        }
        Object text = session.value("SELECT json_extract(?, '$.base64')", value);
        if (!(text instanceof String encoded)) {
            throw malformed("a parameter is an object, and no {\"base64\": \"…\"}");
        }
        try {
            return Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException e) {
            throw malformed("a parameter is not in base64");
        }
    }

    private static HttpError malformed(String what) {
        return new HttpError(HttpError.BAD_REQUEST, what);
    }
}
