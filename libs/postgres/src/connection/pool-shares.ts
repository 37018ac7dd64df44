/** The smallest pool: a connection for each kind of long task, and one for all short statements. */
export const POOL_MIN = 5;

const part = (size: number, divisor: number) => Math.max(1, Math.floor(size / divisor));

/**
 * How many connections of a pool may be busy at once. Statements of accounts leave one for those that find out who is
 * calling. From `POOL_MIN` on, slow reads, exports, and imports together leave one for all other statements.
 */
export function poolShares(size: number) {
  const accounts = Math.max(1, size - 1);
  const exports = part(size, 3);
  const imports = part(size, 4);
  const slowReads = Math.max(1, Math.min(part(size, 3), accounts - exports - imports - 1));
  const slowReadsPerAccount = Math.max(1, Math.min(2, slowReads - 1));
  return { accounts, perAccount: part(size, 2), slowReads, slowReadsPerAccount, exports, imports };
}
