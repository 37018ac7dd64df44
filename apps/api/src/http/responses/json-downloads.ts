import { Readable } from 'node:stream';
import { exportInProgress } from '@libs/feedback';
import type { FastifyReply } from 'fastify';
import { JSON_TYPE } from '../error.filter';

export interface JsonDownload {
  readonly fileName: string;
  /** The parts of the file. Ends if the client closes the connection or stops reading. */
  readonly text: AsyncGenerator<string>;
  /** Called before the response starts. If it rejects, there is no download. */
  onStart(): Promise<void>;
}

/** Sends JSON files while they are written. Allows one per account at a time. */
export class JsonDownloads {
  private readonly running = new Set<string>();

  /** @param timeouts A download ends after `stallMs` in which the client reads nothing. */
  constructor(private readonly timeouts: { readonly stallMs: number }) {}

  /** @throws DomainError `rate_limit` while another download of the account is running */
  async send(
    accountId: string,
    reply: FastifyReply,
    { fileName, text, onStart }: JsonDownload,
  ): Promise<void> {
    const parts = this.exclusively(accountId, text);
    // Read the first part before the response starts: without the database, return 503 instead of an incomplete file.
    const first = await parts.next();
    await onStart().catch(async (error: unknown) => {
      await parts.return(undefined);
      throw error;
    });
    // A stream that is never read does not end its generator, and the account could not export again.
    const end = () => void parts.return(undefined);
    if (reply.raw.destroyed) end();
    else reply.raw.once('close', end).setTimeout(this.timeouts.stallMs, () => reply.raw.destroy());
    void reply
      .type(JSON_TYPE)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(Readable.from(prepend(first.value as string, parts)));
  }

  private async *exclusively(accountId: string, text: AsyncGenerator<string>): AsyncGenerator<string> {
    if (this.running.has(accountId)) throw exportInProgress();
    this.running.add(accountId);
    try {
      yield* text;
    } finally {
      this.running.delete(accountId);
    }
  }
}

async function* prepend(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}
