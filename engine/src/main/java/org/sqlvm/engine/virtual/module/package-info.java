/**
 * The contract of the engine's own modules of virtual tables, and the connection as they see it.
 */
package org.sqlvm.engine.virtual.module;
