/** Minimum pool size: one connection for each kind of long task, one for short statements, one for authentication. */
export const POOL_MIN = 5;

const part = (size: number, divisor: number) => Math.max(1, Math.floor(size / divisor));

/**
 * Maximum numbers of connections in use at a time. Statements of accounts leave one connection for authentication. With
 * `POOL_MIN` or more, slow reads, exports, and imports together leave one of theirs for other statements.
 */
export function poolShares(size: number) {
  const accounts = Math.max(1, size - 1);
  const exports = part(size, 3);
  const imports = part(size, 4);
  const slowReads = Math.max(1, Math.min(part(size, 3), accounts - exports - imports - 1));
  const slowReadsPerAccount = Math.max(1, Math.min(2, slowReads - 1));
  return { accounts, perAccount: part(size, 2), slowReads, slowReadsPerAccount, exports, imports };
}
