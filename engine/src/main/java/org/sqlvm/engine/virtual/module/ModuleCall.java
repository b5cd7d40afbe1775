package org.sqlvm.engine.virtual.module;

import org.sqlvm.engine.schema.DatabaseId;

import java.util.List;

/**
 * The arguments of CREATE VIRTUAL TABLE, or of a call, for the module that makes the table.
 *
 * @param database where the table is
 * @param table its name
 * @param arguments the texts between the parentheses of USING, without outer white space
 */
public record ModuleCall(
        ModuleHost host, String module, DatabaseId database, String table, List<String> arguments) {

    public ModuleCall {
        arguments = List.copyOf(arguments);
    }
}
