/**
 * One run of the shell: settings, the open database, scripts, and statements with their results. It
 * knows dot-commands by an interface alone.
 */
package org.sqlvm.shell.session;
