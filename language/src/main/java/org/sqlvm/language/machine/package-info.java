/**
 * The facts about this virtual machine, and whether Graal's compiler can compile programs on it.
 */
package org.sqlvm.language.machine;
