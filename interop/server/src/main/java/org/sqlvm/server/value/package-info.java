/**
 * PostgreSQL's types, and SQLite's values in their text and binary forms. It uses the readers and
 * writers of messages.
 */
package org.sqlvm.server.value;
