import fc from 'fast-check';
import type { IdempotencyAdapters } from './idempotency.contract';
import { aStep, IdempotencyLedger } from './idempotency-ledger';

/** Property-based contract test of `IdempotencyRepository`, with `numRuns` random sequences of steps. */
export function idempotencyProperties(
  name: string,
  make: () => Promise<Pick<IdempotencyAdapters, 'items' | 'lists' | 'writes'>>,
  numRuns: number,
): void {
  it(`IdempotencyRepository, ${name}, behaves like the model for random steps in any order`, async () => {
    const adapters = await make();
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 30, size: 'max' }), async (steps) => {
        const ledger = new IdempotencyLedger(adapters);
        for (const one of steps) await ledger.take(one);
      }),
      { numRuns },
    );
  });
}
