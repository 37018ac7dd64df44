import { FeedbackApiError, type RetryNotice } from '@libs/api-client';
import { messageOf } from '../errors';

/** What is waited for, and how long, in one line without its end. */
export function retryNotice({ error, delayMs, attempt }: RetryNotice): string {
  const seconds = Math.ceil(delayMs / 1000);
  return `${reasonOf(error)}; trying again in ${seconds} s (attempt ${attempt + 1})`;
}

function reasonOf(error: RetryNotice['error']): string {
  if (!(error instanceof FeedbackApiError)) return error.message;
  return messageOf(error).replace(/\.?( Retry in \d+ seconds\.)?$/, '');
}
