package org.sqlvm.language.statement;

import org.sqlvm.language.options.Switches;

/** The programs that all contexts of an engine share, and the settings they are made with. */
public record SharedPrograms(PlanCache plans, Switches switches, ProgramNodes nodes) {}
