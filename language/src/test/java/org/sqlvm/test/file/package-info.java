/**
 * Files of the format: damage, locks, forms, and turns with SQLite. It uses queries and engines.
 */
package org.sqlvm.test.file;
