interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** The result of `EXPLAIN (ANALYZE, FORMAT JSON)`. */
export interface ExplainedRow {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }];
}

/** Number of rows of the tables that a statement has read. */
export const rowsRead = ({ 'QUERY PLAN': [{ Plan }] }: ExplainedRow, tables: readonly string[]): number =>
  readBy(Plan, tables);

const readBy = (plan: Plan, tables: readonly string[]): number =>
  (tables.includes(plan['Relation Name'] ?? '') ? rowsOf(plan) * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one, tables), 0);

const rowsOf = (plan: Plan): number =>
  plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
