import { FeedbackApiError } from './errors';
import type { ApiResponse } from './transport';

/** @throws FeedbackApiError for a body without `data`, which every operation returns */
export function parseBody<T>({ status, headers, text }: ApiResponse): T {
  try {
    const body = JSON.parse(text) as { data?: unknown } | null;
    if (typeof body?.data === 'object' && body.data !== null) return body as T;
  } catch {
    // Handled like a response without data.
  }
  throw FeedbackApiError.of(status, headers, text, null);
}

/** The error for a successful response that the API never sends, such as a page with its own cursor. */
export const unexpectedResponse = (): FeedbackApiError => FeedbackApiError.of(200, new Headers(), '', null);
