package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.engine.data.SqlNull;

final class AuxiliaryCall {
    static void run(Extensions extensions, String name, Arguments arguments, Result result) {}
    static Object value(MatchedRow row, String name, Object[] arguments) { return SqlNull.NULL; }
}
