/** Nodes of Truffle for the instructions of programs, and what builds a program of them. */
package org.sqlvm.language.nodes;
