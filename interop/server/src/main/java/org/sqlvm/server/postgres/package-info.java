/**
 * PostgreSQL's protocol: its doors, the login, and messages of simple and extended queries. It may
 * use all packages below, and hands own clients over to {@code client}.
 */
package org.sqlvm.server.postgres;
