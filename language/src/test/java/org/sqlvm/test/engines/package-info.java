/**
 * The databases that are compared: sqlvm, SQLite and its command, with their outcomes and values as
 * texts. It knows no test.
 */
package org.sqlvm.test.engines;
