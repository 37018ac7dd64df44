import { PassThrough } from 'node:stream';
import type { ImportEvent } from '@libs/contract';
import type { FastifyReply } from 'fastify';

const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';

/** Limits progress events to five per second. */
const PAUSE_MS = 200;

/**
 * Responds with events as NDJSON. The response starts with the first event, so errors before it have their own status.
 */
export class ImportEvents {
  private stream: PassThrough | null = null;
  private lastEventAt = performance.now();

  constructor(private readonly reply: FastifyReply) {}

  get hasStarted(): boolean {
    return this.stream !== null;
  }

  /** Sends an event if the pause is over and the client has read the previous ones. */
  progress(rows: number): void {
    if (performance.now() - this.lastEventAt < PAUSE_MS || this.stream?.writableNeedDrain) return;
    this.lastEventAt = performance.now();
    this.startStream().write(lineOf({ progress: { rows } }));
  }

  end(event: ImportEvent): void {
    if (this.stream) this.stream.end(lineOf(event));
    else void this.reply.type(NDJSON_TYPE).send(lineOf(event));
  }

  private startStream(): PassThrough {
    if (!this.stream) {
      this.stream = new PassThrough();
      void this.reply.type(NDJSON_TYPE).send(this.stream);
    }
    return this.stream;
  }
}

const lineOf = (event: ImportEvent): string => `${JSON.stringify(event)}\n`;
