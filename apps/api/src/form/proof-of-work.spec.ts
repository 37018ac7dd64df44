import { InMemoryRateLimitStore } from '@libs/accounts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { ProofOfWork } from './proof-of-work';

/** Fewer than in production, to save time. */
const ROUNDS = 10;

describe('ProofOfWork', () => {
  let now: Date;
  const used = new InMemoryRateLimitStore(() => now);
  const of = (byte: number) => new ProofOfWork(new Uint8Array(32).fill(byte), () => now, used, ROUNDS);
  const proofs = of(1);
  beforeEach(() => (now = new Date()));

  const solved = async (from = proofs, account = 'acme') => {
    const challenge = await from.challenge(account);
    return { challenge, solution: (await solveChallenge({ challenge, deriveKey }))! };
  };

  it('costs thousands of rounds for each counter', async () => {
    const inProduction = new ProofOfWork(new Uint8Array(32), () => now, used);
    expect((await inProduction.challenge('acme')).parameters.cost).toBe(5_000);
  });

  it('accepts a solution once', async () => {
    const proof = await solved();
    const both = await Promise.all([proofs.accepts('acme', proof), proofs.accepts('acme', proof)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await proofs.accepts('acme', proof)).toBe(false);
  });

  it('accepts a solution once in all processes that count in one store', async () => {
    const proof = await solved();
    expect(await of(1).accepts('acme', proof)).toBe(true);
    expect(await of(1).accepts('acme', proof)).toBe(false);
  });

  it('fails if the use cannot be counted', async () => {
    const failing = {
      take: () => Promise.reject(new Error('no database')),
      clear: async () => {},
      peek: async () => [],
    };
    const withoutStore = new ProofOfWork(new Uint8Array(32).fill(1), () => now, failing, ROUNDS);
    await expect(withoutStore.accepts('acme', await solved())).rejects.toThrow('no database');
  });

  it('rejects a solution after ten minutes', async () => {
    const proof = await solved();
    now = new Date(now.getTime() + 10 * 60_000);
    expect(await proofs.accepts('acme', proof)).toBe(false);
  });

  it('rejects a solution of another account or secret', async () => {
    expect(await proofs.accepts('other', await solved())).toBe(false);
    expect(await proofs.accepts('acme', await solved(of(2)))).toBe(false);
  });

  it('rejects a wrong solution, an easier challenge, and any other value', async () => {
    const { challenge, solution } = await solved();
    const { parameters } = challenge;
    for (const proof of [
      { challenge, solution: { ...solution, derivedKey: parameters.keyPrefix + 'ff'.repeat(16) } },
      { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '00' } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 4e9 } }, solution },
      { challenge: { ...challenge, parameters: { ...parameters, algorithm: 'none' } }, solution },
      { challenge: { ...challenge, signature: 'x' }, solution },
      { challenge },
      { challenge: { parameters: null, signature: 'x' }, solution },
      undefined,
      null,
      'x',
      [],
      {},
    ]) {
      expect([proof, await proofs.accepts('acme', proof)]).toEqual([proof, false]);
    }
    expect(await proofs.accepts('acme', { challenge, solution })).toBe(true);
  });
});
