import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client';

const MAX_RETRIES = 2;
const FIRST_DELAY_MS = 800;
const MAX_DELAY_MS = 30_000;

/** Only what may pass by itself is tried again; what was refused is refused the next time too. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.isTemporary) return false;
  // A wait nobody would sit through is better told than slept through.
  if (error.retryAfter !== null && error.retryAfter * 1000 > MAX_DELAY_MS) return false;
  return failures < MAX_RETRIES;
}

/** As long as the service asks for; otherwise twice as long each time. */
export function retryDelay(failures: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : null;
  return retryAfter === null ? Math.min(FIRST_DELAY_MS * 2 ** failures, MAX_DELAY_MS) : retryAfter * 1000;
}

/**
 * Tries again what may pass by itself, as queries do.
 * @throws whatever is left
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

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Offline is found out by trying: the service may well run on this very machine.
      queries: { retry: shouldRetry, retryDelay, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
