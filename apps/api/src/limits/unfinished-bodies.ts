import type { Readable } from 'node:stream';
import { tooManyConcurrentRequests } from '@libs/accounts';
import { bodyTooLarge, malformedRequest } from '../http/errors';

/** Memory of all unfinished bodies of an instance, in bytes. */
const MAX_BYTES = 67_108_864;
/** Memory of a chunk besides its bytes: the objects that refer to it. */
export const CHUNK_BYTES = 256;

interface Body {
  readonly payer: string;
  size: number;
  giveUp(reason: Error): void;
}

interface BodyOptions {
  /** The account, or the IP address of a request without one. */
  readonly payer: string;
  /** Maximum size in bytes. */
  readonly limit: number;
  /** `Content-Length`. */
  readonly declared?: number;
}

type Done = (error: Error | null, body?: Buffer) => void;

/**
 * Reads request bodies, and bounds the memory of those that are still arriving (rate-limits.md 6). Beyond it, the oldest
 * body of the payer that uses the most is given up: a client that sends all of its bodies is soon done with each.
 */
export class UnfinishedBodies {
  /** In the order of their start. */
  private readonly bodies = new Set<Body>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** Memory of the bodies that are still arriving, in bytes. */
  get size(): number {
    return this.bytes;
  }

  /**
   * Calls `done` once: with all bytes, or with the error of the stream, `payload_too_large`, or `rate_limit`
   * `too_many_concurrent_requests`. After an error, the rest of the stream is left to the caller.
   */
  read(stream: Readable, { payer, limit, declared = 0 }: BodyOptions, done: Done): void {
    if (declared > limit) return done(bodyTooLarge(limit));
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (error: Error | null, result?: Buffer) => {
      stream.off('data', receive).off('end', end).off('error', finish).off('close', close);
      this.bodies.delete(body);
      this.bytes -= body.size;
      done(error, result);
    };
    const body: Body = { payer, size: 0, giveUp: finish };
    const end = () => finish(null, Buffer.concat(chunks, length));
    const receive = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return finish(bodyTooLarge(limit));
      chunks.push(chunk);
      this.count(body, chunk.length + CHUNK_BYTES);
    };
    const close = () => finish(malformedRequest());
    this.bodies.add(body);
    stream.on('data', receive).on('end', end).on('error', finish).on('close', close);
  }

  private count(body: Body, bytes: number): void {
    body.size += bytes;
    this.bytes += bytes;
    while (this.bytes > this.maxBytes) this.oldestOfLargest().giveUp(tooManyConcurrentRequests());
  }

  private oldestOfLargest(): Body {
    const sizes = new Map<string, number>();
    for (const { payer, size } of this.bodies) sizes.set(payer, (sizes.get(payer) ?? 0) + size);
    const [largest] = [...sizes].reduce((one, other) => (other[1] > one[1] ? other : one));
    return [...this.bodies].find(({ payer }) => payer === largest)!;
  }
}
