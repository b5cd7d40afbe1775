/** Killed processes and lost power, and checks of the files that they leave. It uses engines. */
package org.sqlvm.test.crash;
