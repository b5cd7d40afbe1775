/** Nodes of Truffle for the instructions of programs, and the builder of programs from them. */
package org.sqlvm.language.nodes;
