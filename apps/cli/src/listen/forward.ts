import type { FeedbackEvent } from '@libs/api-client';
import type { Webhook } from 'standardwebhooks';
import type { Context } from '../context';
import { USER_AGENT } from '../version';

export interface Target {
  readonly url: string;
  readonly webhook: Webhook;
  readonly timeoutMs?: number;
}

export interface ForwardResult {
  readonly event: FeedbackEvent;
  /** When the request was sent. */
  readonly at: Date;
  /** Null without a complete response. */
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Posts an event once, with the body and the headers of a webhook delivery.
 * @throws the reason of the signal if it is aborted
 */
export async function forward(
  event: FeedbackEvent,
  { url, webhook, timeoutMs = TIMEOUT_MS }: Target,
  { fetch = globalThis.fetch, now, signal }: Pick<Context, 'fetch' | 'now' | 'signal'>,
): Promise<ForwardResult> {
  const at = now();
  const body = JSON.stringify(event);
  const timeout = AbortSignal.timeout(timeoutMs);
  const finish = (statusCode: number | null, error: string | null): ForwardResult => ({
    event,
    at,
    statusCode,
    error,
    durationMs: now().getTime() - at.getTime(),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'webhook-id': event.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(event.id, at, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.pipeTo(new WritableStream());
    return finish(response.status, null);
  } catch (error) {
    signal.throwIfAborted();
    return finish(null, timeout.aborted ? `no response in ${timeoutMs / 1000} s` : errorText(error));
  }
}

/** Node throws `fetch failed` with the reason as its cause. That of a host with several addresses has only a code. */
function errorText(error: unknown): string {
  const { message, cause } = error as Error;
  const { message: reason, code } = (cause ?? {}) as NodeJS.ErrnoException;
  return reason || code || message;
}
