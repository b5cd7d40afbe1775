/** The work of instructions, by family: static methods that whatever runs programs calls. */
package org.sqlvm.language.instruction;
