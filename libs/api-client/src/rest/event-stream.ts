import { FeedbackNetworkError } from './errors';
import type { EventWithCursor, FeedbackEvent } from './types';
import type { Platform } from './platform';
import { unexpectedResponse } from './response-body';
import { ServerSentEventParser } from './server-sent-events';
import { readChunks } from './streams';
import type { ApiCall, Transport } from './transport';

const MEDIA_TYPE = 'text/event-stream';
/** Three times the interval of the comments that the service sends. */
const MAX_SILENCE_MS = 45_000;

/** One connection to the live event feed. */
export class EventStream {
  readonly #transport: Transport;
  readonly #platform: Platform;
  readonly #call: ApiCall;
  readonly #parser = new ServerSentEventParser();
  readonly #silence = new AbortController();

  constructor(transport: Transport, platform: Platform, call: ApiCall) {
    this.#transport = transport;
    this.#platform = platform;
    this.#call = call;
  }

  /** The last cursor; null if the stream has sent none. */
  get cursor(): string | null {
    return this.#parser.lastId;
  }

  /** Minimum delay before the next connection, as the service asked for; 0 by default. */
  get retryMs(): number {
    return this.#parser.retryMs;
  }

  /** @throws as `Transport.send` does */
  async open(): Promise<ReadableStream<Uint8Array>> {
    const { signal } = this.#call;
    const { body } = await this.#transport.send({
      ...this.#call,
      headers: { accept: MEDIA_TYPE },
      streamedType: MEDIA_TYPE,
      signal: AbortSignal.any([this.#silence.signal, ...(signal ? [signal] : [])]),
    });
    return body ?? new Blob([]).stream();
  }

  /**
   * Yields the events of an open stream, and returns why it ended.
   * @throws the signal's reason if a signal is aborted
   */
  async *events(
    body: ReadableStream<Uint8Array>,
  ): AsyncGenerator<EventWithCursor, FeedbackNetworkError, void> {
    const toError = (error: unknown) => this.#transport.toNetworkError(error, this.#call.signal);
    let stopTimer = this.#startTimer();
    try {
      for await (const chunk of readChunks(body, toError)) {
        // The time that the caller takes for an event doesn't count.
        stopTimer();
        for (const { id, data } of this.#parser.push(chunk)) yield { event: parseEvent(data), cursor: id };
        stopTimer = this.#startTimer();
      }
      return toError(new Error('the event stream ended'));
    } catch (error) {
      if (error instanceof FeedbackNetworkError) return error;
      throw error;
    } finally {
      stopTimer();
    }
  }

  /** A connection can be lost without an error. Then it is silent. */
  #startTimer(): () => void {
    const reason = `no data for ${MAX_SILENCE_MS / 1000} seconds`;
    return this.#platform.startTimer(MAX_SILENCE_MS, () => this.#silence.abort(new Error(reason)));
  }
}

/** @throws FeedbackApiError for invalid JSON, which another connection would not change */
function parseEvent(data: string): FeedbackEvent {
  try {
    return JSON.parse(data) as FeedbackEvent;
  } catch {
    throw unexpectedResponse();
  }
}
