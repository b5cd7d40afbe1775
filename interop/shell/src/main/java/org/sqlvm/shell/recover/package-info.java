/**
 * What is left in a damaged file: pages and records, read without the engine. It knows nothing of
 * the shell.
 */
package org.sqlvm.shell.recover;
