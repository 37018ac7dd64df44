import { POOL_MIN, poolShares } from './pool-shares';

const sizes = Array.from({ length: 100 - POOL_MIN + 1 }, (_, i) => POOL_MIN + i);

it.each(sizes)(
  'poolShares reserves one of %i connections per kind of long task, and one for short statements',
  (size) => {
    const { accounts, perAccount, slowReads, slowReadsPerAccount, exports, imports } = poolShares(size);
    expect(Math.min(slowReads, exports, imports)).toBeGreaterThan(0);
    expect(slowReads + exports + imports).toBeLessThan(accounts);
    expect(accounts).toBeLessThan(size);
    expect(perAccount).toBeLessThan(accounts);
    if (slowReads > 1) expect(slowReadsPerAccount).toBeLessThan(slowReads);
  },
);
