/**
 * Rows as streams: messages, the text, CSV and binary forms of COPY, and Arrow. Writers take
 * batches of the engine, readers give values of parameters.
 */
package org.sqlvm.server.rows;
