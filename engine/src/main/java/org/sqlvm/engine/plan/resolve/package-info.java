/**
 * From the trees of the parser to logical queries: what names, stars and functions mean in their
 * scope, and the errors that SQLite reports for those that mean nothing.
 */
package org.sqlvm.engine.plan.resolve;
