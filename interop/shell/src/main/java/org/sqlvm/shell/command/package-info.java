/**
 * The dot-commands, and what each prints and runs. They use the shell's session and everything
 * below it.
 */
package org.sqlvm.shell.command;
