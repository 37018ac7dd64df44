import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client';

const base = '/api/v1/feedback';
const PAUSE_MS = 5;
/** Of a writer after a request that failed: those that fail at once would take the processor from a service that starts. */
const PAUSE_AFTER_FAILURE_MS = 100;
const WAIT_MS = 10_000;

/** Whether a request waited so long that 429 is right (rate-limits.md 6): it can on a busy machine. */
export const hasWaited = (sentAt: number): boolean => performance.now() - sentAt >= WAIT_MS;

/** Writers that create items until they are stopped, and what became of their requests. */
export class Load {
  /** IDs of items whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Failed requests by status; 0 without a response. */
  readonly failures = new Map<number, number>();
  requests = 0;
  private failureCount = 0;
  private isStopped = false;
  private readonly writers: Promise<void>[];

  /** @param client returns the client to use, which can change when a service restarts */
  constructor(
    private readonly client: () => Client,
    private readonly key: string,
    writers: number,
  ) {
    this.writers = Array.from({ length: writers }, () => this.write());
  }

  /** Resolves when a further request has failed. */
  async failed(): Promise<void> {
    for (const before = this.failureCount; this.failureCount === before;) await sleep(PAUSE_MS);
  }

  /** Resolves when this number of further requests has succeeded. */
  async succeeded(count: number): Promise<void> {
    for (const end = this.acknowledged.length + count; this.acknowledged.length < end;) await sleep(PAUSE_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.writers);
  }

  /** Acknowledged items that are not stored. */
  async lost(): Promise<string[]> {
    const { text } = await this.client().call('GET', `${base}/export?format=ndjson`, { key: this.key });
    const stored = new Set(
      text
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    );
    return this.acknowledged.filter((id) => !stored.has(id));
  }

  private async write(): Promise<void> {
    while (!this.isStopped) {
      this.requests++;
      const call = { key: this.key, body: { title: `Item ${this.requests}` } };
      const sentAt = performance.now();
      const response = await this.client()
        .call('POST', base, call)
        .catch(() => null);
      if (response?.status === 201) {
        this.acknowledged.push(response.json.data.id);
        continue;
      }
      if (response?.status === 429 && hasWaited(sentAt)) continue;
      this.failureCount++;
      const status = response?.status ?? 0;
      this.failures.set(status, (this.failures.get(status) ?? 0) + 1);
      await sleep(PAUSE_AFTER_FAILURE_MS);
    }
  }
}
