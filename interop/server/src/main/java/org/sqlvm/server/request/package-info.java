/**
 * Sessions of requests: SQL of SQLite in, rows out, without anything of PostgreSQL's. It uses
 * settings, sessions and writers of rows.
 */
package org.sqlvm.server.request;
