/**
 * The resident engine: one process of a user that runs the programs of thin clients, each in a
 * context of its own on one shared engine.
 */
package org.sqlvm.warm;
