/** What this virtual machine is, and whether Graal's compiler can compile programs on it. */
package org.sqlvm.language.machine;
