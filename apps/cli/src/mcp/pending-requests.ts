/** The fields of a JSON-RPC message that identify its request. */
interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
}

/** Gets no response while the connection is open. */
const SUBSCRIBE = 'subscriptions/listen';
const CANCEL = 'notifications/cancelled';

/** Tracks the requests of a connection that have no response yet. */
export class PendingRequests {
  readonly #ids = new Set<unknown>();
  #onDone: (() => void) | undefined;

  addRequest({ id, method, params }: Message): void {
    // A canceled request gets no response.
    if (method === CANCEL) this.#settle((params as { requestId?: unknown } | undefined)?.requestId);
    else if (method !== undefined && method !== SUBSCRIBE && id !== undefined) this.#ids.add(id);
  }

  addResponse({ id, method }: Message): void {
    if (method === undefined) this.#settle(id);
  }

  clear(): void {
    this.#ids.clear();
    this.#onDone?.();
  }

  /** Resolves as soon as no request is pending, and after `ms` at the latest. */
  async done(ms: number): Promise<void> {
    if (this.#ids.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onDone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #settle(id: unknown): void {
    this.#ids.delete(id);
    if (this.#ids.size === 0) this.#onDone?.();
  }
}
