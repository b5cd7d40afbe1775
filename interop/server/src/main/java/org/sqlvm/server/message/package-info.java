/**
 * Messages of PostgreSQL's protocol as bytes, which own clients use as well. It knows errors alone.
 */
package org.sqlvm.server.message;
