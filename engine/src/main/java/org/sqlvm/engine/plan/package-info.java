/**
 * From a statement to its plan. {@link org.sqlvm.engine.plan.Planner} has names resolved
 * ({@code resolve}), rewrites what they mean ({@code logical}) by rules ({@code rewrite}), and
 * decides for each block of the query how it runs ({@code physical}): as loops over rows
 * ({@code access}), whose costs it takes from sizes and samples ({@code stats}), or on vectors
 * ({@code vector}).
 */
package org.sqlvm.engine.plan;
