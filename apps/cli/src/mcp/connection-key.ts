import { FeedbackApiError, type FeedbackClient } from '@libs/api-client';

export interface ConnectionKeyOptions {
  readonly client: FeedbackClient;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  log(line: string): void;
}

type Permission = 'full' | 'read';

/** Maximum time that a client waits for the list of tools. */
const TIMEOUT_MS = 3_000;

/**
 * The permission of a connection's key, requested once and only when needed: each request counts against the rate
 * limit of the key, and some clients start a second process only to negotiate the protocol version.
 */
export class ConnectionKey {
  readonly #options: ConnectionKeyOptions;
  #permission: Promise<Permission> | undefined;
  #reject!: (error: FeedbackApiError) => void;

  /** Rejects if the service rejects the key, which is fatal. Otherwise never settles. */
  readonly rejected = new Promise<never>((_, reject) => (this.#reject = reject));

  constructor(options: ConnectionKeyOptions) {
    this.#options = options;
  }

  /**
   * Returns `full` if the request fails: the service enforces permissions anyway, and a tool that is not listed could
   * not be used after the service recovers. Never settles for a rejected key.
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
