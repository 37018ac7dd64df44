/** The smallest pool: a connection for each kind of long task, and one for all short statements. */
export const POOL_MIN = 4;

const part = (size: number, divisor: number) => Math.max(1, Math.floor(size / divisor));

/**
 * How many connections of a pool may be busy at once. Statements of accounts leave one for those that find out who is
 * calling. From `POOL_MIN` on, slow reads, exports, and imports together leave one for all other statements.
 */
export const poolShares = (size: number) => ({
  accounts: Math.max(1, size - 1),
  perAccount: part(size, 2),
  slowReads: part(size, 3),
  exports: part(size, 3),
  imports: part(size, 4),
});
