import { POOL_MIN, poolShares } from './pool-shares';

const sizes = Array.from({ length: 100 - POOL_MIN + 1 }, (_, i) => POOL_MIN + i);

it.each(sizes)(
  'of %i connections one at least is for everybody else, and one for each of what takes long',
  (size) => {
    const { searches, exports, imports } = poolShares(size);
    expect(searches + exports + imports).toBeLessThan(size);
    expect(Math.min(searches, exports, imports)).toBeGreaterThan(0);
  },
);
