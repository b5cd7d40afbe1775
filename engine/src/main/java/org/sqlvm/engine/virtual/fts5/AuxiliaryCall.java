package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;

final class AuxiliaryCall {
    static void run(Fts5Table table, String name, Arguments arguments, Result result) {}
}
