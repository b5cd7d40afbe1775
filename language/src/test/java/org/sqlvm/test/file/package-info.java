/**
 * Files of the format: damage, crashes, locks, forms, and turns with SQLite. It uses queries and
 * engines.
 */
package org.sqlvm.test.file;
