import { FeedbackApiError, FeedbackNetworkError } from '@libs/api-client';
import { ToolFailure } from '@libs/mcp';
import { UNEXPECTED_RESPONSE } from '../errors';

/** Codes of failed connections: the request was not applied. */
const UNREACHED_CODES = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Converts an API or network error to an error for the model. Returns any other error (a bug) unchanged.
 * @param uncertainNote added to an error after which the request may have been applied
 */
export function toToolFailure(error: unknown, uncertainNote?: string): unknown {
  if (error instanceof FeedbackApiError) return apiErrorFailure(error, uncertainNote);
  if (error instanceof FeedbackNetworkError) {
    const mayBeDone = error.wasSent && !UNREACHED_CODES.includes(error.code ?? '');
    return apiFailure(error.message, mayBeDone ? uncertainNote : undefined);
  }
  if (isTimeout(error)) return apiFailure('The service did not respond in time', uncertainNote);
  return error;
}

function apiErrorFailure(error: FeedbackApiError, uncertainNote: string | undefined): ToolFailure {
  const { status, type, code, message, details, mergedInto } = error;
  if (code === UNEXPECTED_RESPONSE) {
    const text = `Unexpected response (status ${status}): check FEEDBACK_URL`;
    return apiFailure(text, status >= 500 ? uncertainNote : undefined);
  }
  return ToolFailure.of(type, message, details, mergedInto);
}

const apiFailure = (message: string, uncertainNote: string | undefined) =>
  new ToolFailure('api_error', message, uncertainNote ? [uncertainNote] : []);

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';
