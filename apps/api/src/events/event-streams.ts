import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { OnModuleDestroy } from '@nestjs/common';
import { DomainError } from '@libs/kernel';
import { tooManyStreams, type FeedPage, type EventSelection } from '@libs/webhooks';
import type { EventCursors } from './event-cursor';
import type { LiveEvents } from './live-events';

/** How long a client may read nothing. */
const STALL_MS = 30_000;
/** Maximum numbers of streams on each instance (events.md 3). */
const STREAMS_PER_HOLDER = 5;
const STREAMS_PER_ACCOUNT = 50;
/** After a shutdown, clients return at different times. */
const RETRY_MS = { min: 1_000, max: 3_000 };

export interface StreamOptions {
  readonly accountId: string;
  readonly selection: EventSelection;
  /** Throws or rejects with a DomainError once there is no more access, and with another error if it can't tell. */
  readonly checkAccess: () => unknown;
  /** Interval of the checks: shorter than a second. */
  readonly checkMs: number;
}

/** The key or member of a stream. */
export interface StreamHolder {
  readonly accountId: string;
  readonly id: string;
  readonly name: 'API key' | 'member';
}

/** Sends events to clients as they are published: server-sent events (events.md 3). */
export class EventStreams implements OnModuleDestroy {
  /** By the ID of a key, member, or account: the number of its streams. */
  private readonly counts = new Map<string, number>();
  /** The streams of an account that are at the same place share their pages, which are written once. */
  private readonly texts = new WeakMap<FeedPage, string>();
  private readonly stops = new Set<() => void>();
  private isStopping = false;

  constructor(
    private readonly live: LiveEvents,
    private readonly cursors: EventCursors,
    private readonly stallMs = STALL_MS,
  ) {}

  /**
   * Runs the work of a stream, and counts it from before its first wait.
   * @throws DomainError `rate_limit` if the holder or its account has too many streams
   */
  async counted({ accountId, id, name }: StreamHolder, work: () => Promise<void>): Promise<void> {
    if (this.countOf(id) >= STREAMS_PER_HOLDER) throw tooManyStreams(STREAMS_PER_HOLDER, name);
    if (this.countOf(accountId) >= STREAMS_PER_ACCOUNT) throw tooManyStreams(STREAMS_PER_ACCOUNT, 'account');
    this.add(id, 1);
    this.add(accountId, 1);
    try {
      await work();
    } finally {
      this.add(id, -1);
      this.add(accountId, -1);
    }
  }

  private countOf(id: string): number {
    return this.counts.get(id) ?? 0;
  }

  private add(id: string, by: 1 | -1): void {
    const count = this.countOf(id) + by;
    if (count > 0) this.counts.set(id, count);
    else this.counts.delete(id);
  }

  /**
   * Sends a page and all later events, until the client closes the connection, access ends, or the service stops.
   * Rejects if the log can't be read, or if the client reads nothing.
   */
  async send(response: ServerResponse, first: FeedPage, options: StreamOptions): Promise<void> {
    const { accountId, selection } = options;
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort();
    const endChecks = watchAccess(options, stop);
    response.once('close', stop);
    this.stops.add(stop);
    // The client may have closed the connection before.
    if (response.destroyed || this.isStopping) stop();
    try {
      await this.write(response, accountId, first, signal);
      for await (const page of this.live.follow(accountId, { after: first.next, ...selection }, signal)) {
        await this.write(response, accountId, page, signal);
      }
      if (this.isStopping && !response.destroyed) response.write(`retry: ${retryMs()}\n\n`);
      response.end();
    } finally {
      stop();
      endChecks();
      this.stops.delete(stop);
      if (!response.writableEnded) response.destroy();
    }
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Ends all streams, and later ones at their start. */
  stop(): void {
    this.isStopping = true;
    for (const stop of this.stops) stop();
  }

  private async write(
    response: ServerResponse,
    accountId: string,
    page: FeedPage,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted || response.write(this.textOf(accountId, page))) return;
    const tooSlow = AbortSignal.timeout(this.stallMs);
    await once(response, 'drain', { signal: AbortSignal.any([signal, tooSlow]) });
  }

  private textOf(accountId: string, page: FeedPage): string {
    let text = this.texts.get(page);
    if (text === undefined) this.texts.set(page, (text = this.messages(accountId, page)));
    return text;
  }

  private messages(accountId: string, { events, next }: FeedPage): string {
    const idAt = (position: number) => `id: ${this.cursors.encode(accountId, position)}\n`;
    const messages = events.map(
      ({ position, event }) => `${idAt(position)}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    );
    // A comment keeps proxies from closing the connection. Its id doesn't expire while there are no events.
    if (events.length === 0) messages.push(`:\n${idAt(next)}\n`);
    return messages.join('');
  }
}

/** Calls `stop` once access has ended. Returns a function that ends the checks. */
function watchAccess(
  { checkAccess, checkMs }: Pick<StreamOptions, 'checkAccess' | 'checkMs'>,
  stop: () => void,
): () => void {
  let isChecking = false;
  const check = async () => {
    // Checks don't pile up while the database is slow.
    if (isChecking) return;
    isChecking = true;
    try {
      await checkAccess();
    } catch (error) {
      // If the database can't be reached, access counts as valid.
      if (error instanceof DomainError) stop();
    }
    isChecking = false;
  };
  const timer = setInterval(() => void check(), checkMs);
  return () => clearInterval(timer);
}

const retryMs = (): number => Math.round(RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min));
