import { SYSTEM } from '@libs/kernel';
import { randomUUID } from 'node:crypto';
import type { Instant } from '@libs/kernel';
import fc from 'fast-check';
import {
  expiryCutoff,
  type IdempotencyRepository,
  type StoredResponse,
  type IdempotentRequest,
} from '../../src';
import { aBatch, aFeedback, anAccountId } from '../items/feedback-builders';
import type { ItemAdapters } from '../lists/item-adapters';

export const NOON = '2026-03-03T12:00:00.000Z';
export const after = (hours: number, milliseconds = 0): Instant =>
  new Date(Date.parse(NOON) + hours * 3_600_000 + milliseconds).toISOString();

type KeyedRequest = Pick<IdempotentRequest, 'key' | 'fingerprint'>;
type Step =
  | { readonly kind: 'add'; readonly request: KeyedRequest }
  | { readonly kind: 'revise'; readonly request: KeyedRequest; readonly lines: number }
  | { readonly kind: 'remove'; readonly nth: number }
  | { readonly kind: 'pass'; readonly hours: number }
  | { readonly kind: 'purge' };

const aRequest = fc.record({
  key: fc.constantFrom('k1', 'k2', 'k3'),
  fingerprint: fc.constantFrom('f1', 'f1', 'f1', 'f2'),
});
/** A random step in a test: a write, a removal, the passing of time, or a purge. */
export const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), request: aRequest }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('revise' as const), request: aRequest, lines: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), nth: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.nat(26) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
);

interface Entry {
  readonly fingerprint: string;
  readonly at: Instant;
  readonly text: string;
  readonly ids: readonly string[];
}

/** A simple model of one account and its requests. Runs each step against the adapter and compares the results. */
export class IdempotencyLedger {
  private readonly accountId = anAccountId();
  private readonly client = randomUUID();
  private readonly entries = new Map<string, Entry>();
  private readonly alive: string[] = [];
  private hours = 0;
  private count = 0;

  constructor(private readonly adapters: ItemAdapters & { readonly writes: IdempotencyRepository }) {}

  async take(step: Step): Promise<void> {
    if (step.kind === 'add') await this.add(step.request);
    else if (step.kind === 'revise') await this.revise(step.request, this.alive.slice(0, step.lines + 1));
    else if (step.kind === 'remove') await this.remove(step.nth);
    else if (step.kind === 'pass') this.hours += step.hours;
    else await this.adapters.writes.purge(expiryCutoff(after(this.hours)));
    expect(await this.adapters.lists.count(this.accountId)).toBe(this.alive.length);
  }

  private async add(request: KeyedRequest): Promise<void> {
    const item = aFeedback({ accountId: this.accountId, created_at: after(this.hours) });
    const text = `answer ${this.count++}`;
    const isNew = await this.expectResponse(request, text, [item.id], (once) =>
      this.adapters.writes.add(item, SYSTEM, once, () => text),
    );
    if (isNew) this.alive.push(item.id);
  }

  private async revise(request: KeyedRequest, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const text = `answer ${this.count++}`;
    const batch = aBatch(
      ids.map((id) => ({ id, title: text })),
      after(this.hours),
    );
    await this.expectResponse(request, text, ids, (once) =>
      this.adapters.writes.reviseAll(this.accountId, batch, once, () => text),
    );
  }

  private async remove(nth: number): Promise<void> {
    const [id] = this.alive.splice(nth, 1);
    if (id) await this.adapters.items.remove(this.accountId, id, 'any', SYSTEM);
  }

  /** Returns whether the write took effect now. */
  private async expectResponse(
    { key, fingerprint }: KeyedRequest,
    text: string,
    ids: readonly string[],
    write: (once: IdempotentRequest) => Promise<StoredResponse>,
  ): Promise<boolean> {
    const at = after(this.hours);
    const entry = this.entries.get(key);
    const response = write({ client: this.client, key, fingerprint });
    if (!entry || entry.at <= expiryCutoff(at)) {
      expect(await response).toEqual({ text, isReplay: false });
      this.entries.set(key, { fingerprint, at, text, ids });
      return true;
    }
    if (entry.fingerprint !== fingerprint) {
      await expect(response).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    } else if (entry.ids.some((id) => !this.alive.includes(id))) {
      await expect(response).rejects.toMatchObject({ code: 'idempotent_result_gone' });
    } else {
      expect(await response).toEqual({ text: entry.text, isReplay: true });
    }
    return false;
  }
}
