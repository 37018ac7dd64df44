/** The least a pool may have: a connection for each of what takes long, and one for everybody else. */
export const POOL_MIN = 4;

const part = (size: number, divisor: number) => Math.max(1, Math.floor(size / divisor));

/** How many connections what takes long may hold at once; from `POOL_MIN` on, one at least stays for all else. */
export const poolShares = (size: number) => ({
  searches: part(size, 3),
  exports: part(size, 3),
  imports: part(size, 4),
});
