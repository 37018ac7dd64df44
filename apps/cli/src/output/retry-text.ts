import { FeedbackApiError, type RetryNotice } from '@libs/api-client';
import { apiErrorMessage } from '../errors';

/** Describes a retry and its delay in one line, without a line feed. */
export function retryText({ error, delayMs, attempt }: RetryNotice): string {
  const seconds = Math.ceil(delayMs / 1000);
  return `${errorText(error)}; trying again in ${seconds} s (attempt ${attempt + 1})`;
}

function errorText(error: RetryNotice['error']): string {
  if (!(error instanceof FeedbackApiError)) return error.message;
  return apiErrorMessage(error).replace(/\.?( Retry in \d+ seconds\.)?$/, '');
}
