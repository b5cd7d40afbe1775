/**
 * The readable pages and records of a damaged file, read without the engine. Does not depend on the
 * shell.
 */
package org.sqlvm.shell.recover;
