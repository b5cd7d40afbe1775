/**
 * Text that users type: where a statement ends, words of a command, quotes and patterns. It knows
 * nothing but sinks.
 */
package org.sqlvm.shell.text;
