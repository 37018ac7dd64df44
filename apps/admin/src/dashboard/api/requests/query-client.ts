import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 800;
const MAX_DELAY_MS = 30_000;

/** Retries temporary failures only: a rejected request would be rejected again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.isTemporary) return false;
  // Report a long wait instead of sitting through it.
  if (error.retryAfter !== null && error.retryAfter * 1000 > MAX_DELAY_MS) return false;
  return failures < MAX_RETRIES;
}

/** The service's Retry-After; otherwise exponential backoff. */
export function retryDelay(failures: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  return retryAfter === null ? Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) : retryAfter * 1000;
}

/**
 * Retries temporary failures, as queries do.
 * @throws the last error
 */
export async function withRetries<T>(request: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await request();
    } catch (error) {
      if (!shouldRetry(failures, error)) throw error;
      await new Promise((next) => setTimeout(next, retryDelay(failures, error)));
    }
  }
}

/**
 * Runs a callback with the next frame or a timer, whichever is first. With a timer alone, a dropped card can fly back for
 * one frame; hidden pages have no frames. A microtask would remove components before the callbacks of their `mutate` run,
 * which are then never called.
 */
export function beforeNextFrame(notify: () => void): void {
  const frame = requestAnimationFrame(() => (clearTimeout(timer), notify()));
  const timer = setTimeout(() => (cancelAnimationFrame(frame), notify()));
}

export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(beforeNextFrame);
  return new QueryClient({
    defaultOptions: {
      // Find out by trying: the service may run on this machine, without a network.
      queries: { retry: shouldRetry, retryDelay, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
