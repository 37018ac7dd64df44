import { FeedbackApiError, type FeedbackClient } from '@libs/api-client';

export interface ConnectionKeyOptions {
  readonly client: FeedbackClient;
  /** Ends the question. */
  readonly signal: AbortSignal;
  log(line: string): void;
}

type Permission = 'full' | 'read';

/** No host should wait longer for a list of tools. */
const TIMEOUT_MS = 3_000;

/**
 * What the key of a connection may do. It is asked for once, and not before somebody wants to know: each question
 * counts against the limit of the key, and clients start a second process only to hear which revision it speaks.
 */
export class ConnectionKey {
  readonly #options: ConnectionKeyOptions;
  #permission: Promise<Permission> | undefined;
  #reject!: (error: FeedbackApiError) => void;

  /** Rejects when the service does not accept the key: nothing can be done then. Else it never settles. */
  readonly rejected = new Promise<never>((_, reject) => (this.#reject = reject));

  constructor(options: ConnectionKeyOptions) {
    this.#options = options;
  }

  /**
   * Where the service does not say, everything: it refuses by itself what the key may not do, and a tool that was not
   * listed could not be used when the service is back. With a key that is refused it never settles.
   */
  permission(): Promise<Permission> {
    return (this.#permission ??= this.#request());
  }

  async #request(): Promise<Permission> {
    const { client, signal, log } = this.#options;
    try {
      const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      return (await client.key({ signal: timeout })).data.permission;
    } catch (error) {
      if (isKeyError(error)) {
        this.#reject(error);
        return new Promise<never>(() => {});
      }
      if (!signal.aborted) log(`${errorText(error)}; key permission unknown, so every tool is listed`);
      return 'full';
    }
  }
}

const isKeyError = (error: unknown): error is FeedbackApiError =>
  error instanceof FeedbackApiError && [401, 403].includes(error.status);

const errorText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? 'The service did not respond in time'
    : (error as Error).message;
