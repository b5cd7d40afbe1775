/** Input, output and what is shown on a terminal meanwhile. It knows nothing else of the shell. */
package org.sqlvm.shell.terminal;
