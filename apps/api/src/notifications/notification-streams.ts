import type { ServerResponse } from 'node:http';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { NotificationUseCases, Reader } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import { tooManyStreams } from '@libs/webhooks';
import { onceAMinute } from '../once-a-minute';

/** Interval at which one query counts the unread notifications of all readers. */
const POLL_MS = 1_000;
/** A comment keeps proxies from closing the connection. */
const QUIET_MS = 15_000;
/** Streams of a person on each instance. */
const STREAMS_MAX = 5;
/** After a shutdown, clients return at different times. */
const RETRY_MS = { min: 1_000, max: 3_000 };

interface Stream {
  readonly reader: Reader;
  readonly response: ServerResponse;
  /** Rejects with a DomainError once there is no more access. */
  readonly checkAccess: () => Promise<void>;
  /** The number that was sent last; null before the first one. */
  sent: number | null;
  quietMs: number;
}

/**
 * Sends people the number of their unread notifications when it changes: server-sent events (notifications.md 4). Finds
 * changes with one query per second for all streams of this instance, also those made elsewhere, and works behind PgBouncer.
 */
export class NotificationStreams implements OnModuleDestroy {
  private readonly warn = onceAMinute((message: string) =>
    new Logger(NotificationStreams.name).warn(`Could not count notifications: ${message}`),
  );
  private readonly streams = new Set<Stream>();
  private isPolling = false;
  private isStopping = false;

  constructor(
    private readonly notifications: Pick<NotificationUseCases, 'unreadOfMembers'>,
    private readonly pollMs = POLL_MS,
  ) {}

  /** @throws DomainError `rate_limit` if the person has too many streams */
  assertFree({ personId }: Reader): void {
    const count = [...this.streams].filter(({ reader }) => reader.personId === personId).length;
    if (count >= STREAMS_MAX) throw tooManyStreams(STREAMS_MAX, 'member');
  }

  /** Sends counts until the client closes the connection, access ends, or the service stops. Headers are sent already. */
  open(reader: Reader, response: ServerResponse, checkAccess: () => Promise<void>): void {
    const stream: Stream = { reader, response, checkAccess, sent: null, quietMs: 0 };
    if (response.destroyed) return;
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    if (this.isStopping) return this.end(stream);
    void this.sendCounts([stream]);
    if (!this.isPolling) void this.poll();
  }

  onModuleDestroy(): void {
    this.stop();
  }

  /** Ends all streams, and later ones at their start. */
  stop(): void {
    this.isStopping = true;
    for (const stream of this.streams) this.end(stream);
  }

  private end(stream: Stream): void {
    this.streams.delete(stream);
    stream.response.end(
      `retry: ${Math.round(RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min))}\n\n`,
    );
  }

  /** Runs while there are streams. */
  private async poll(): Promise<void> {
    this.isPolling = true;
    while (this.streams.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.pollMs).unref());
      await this.sendCounts([...this.streams]);
    }
    this.isPolling = false;
  }

  private async sendCounts(streams: readonly Stream[]): Promise<void> {
    try {
      const counts = await this.notifications.unreadOfMembers(streams.map(({ reader }) => reader));
      await Promise.all(streams.map((stream, i) => this.send(stream, counts[i] ?? null)));
    } catch (error) {
      this.warn((error as Error).message);
    }
  }

  /** Checks access before anything is sent. A client that has not read the last message is gone. */
  private async send(stream: Stream, unread: number | null): Promise<void> {
    const { response } = stream;
    if (unread === null) {
      // Also if the account was deleted.
      if (!response.writableEnded) response.end(`event: removed\ndata: {}\n\n`);
      return;
    }
    stream.quietMs += this.pollMs;
    if (unread === stream.sent && stream.quietMs < QUIET_MS) return;
    try {
      await stream.checkAccess();
    } catch (error) {
      // If the database can't be reached, the next poll tries again.
      if (error instanceof DomainError) response.end();
      return;
    }
    if (response.writableEnded || response.destroyed) return;
    if (response.writableNeedDrain) return void response.destroy();
    const isNew = unread !== stream.sent;
    Object.assign(stream, { sent: unread, quietMs: 0 });
    response.write(isNew ? `event: unread\ndata: ${JSON.stringify({ unread })}\n\n` : ':\n\n');
  }
}
