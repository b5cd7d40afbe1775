/**
 * Random schemas and queries, what shrinks those that differ, and what compares the answers. It
 * uses engines.
 */
package org.sqlvm.test.queries;
