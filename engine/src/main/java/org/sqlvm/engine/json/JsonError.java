package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.SqlException;

/** The errors of JSON functions. */
public final class JsonError {
    private JsonError() {}

    /** "malformed JSON" */
    public static SqlException malformed() {
        return SqlException.error("malformed JSON");
    }

    /** "JSON cannot hold BLOB values" */
    public static SqlException blob() {
        return SqlException.error("JSON cannot hold BLOB values");
    }

    /** "JSON nested too deep" */
    static SqlException tooDeep() {
        return SqlException.error("JSON nested too deep");
    }

    /** "bad JSON path: 'PATH'" */
    public static SqlException badPath(Text path) {
        return SqlException.error("bad JSON path: " + quoted(path));
    }

    static SqlException notElement(Text path) {
        return SqlException.error("not an array element: " + quoted(path));
    }

    private static String quoted(Text path) {
        return "'" + Utf8.untilNul(path).toString().replace("'", "''") + "'";
    }
}
