import { FeedbackApiError, FeedbackNetworkError } from '@libs/api-client';
import { ToolFailure } from '@libs/mcp';

/** Where nobody was reached, nothing can have happened. */
const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * What a model is told of a call that failed; anything else, a fault of the program, as it is.
 * @param otherwise what to add where it is not known whether the service did what was asked
 */
export function toolFailureOf(error: unknown, otherwise?: string): unknown {
  if (error instanceof FeedbackApiError) return failureOfAnswer(error, otherwise);
  if (error instanceof FeedbackNetworkError) {
    const reached = error.wasSent && !UNREACHED.includes(error.code ?? '');
    return unanswered(error.message, reached ? otherwise : undefined);
  }
  if (isTimeout(error)) return unanswered('The service did not answer in time', otherwise);
  return error;
}

function failureOfAnswer(error: FeedbackApiError, otherwise: string | undefined): ToolFailure {
  const { status, type, code, message, details } = error;
  if (code === 'unexpected_answer') {
    const said = `The answer (status ${status}) is not one of the service: is FEEDBACK_URL its address?`;
    return unanswered(said, status >= 500 ? otherwise : undefined);
  }
  return ToolFailure.of(type, message, details);
}

const unanswered = (message: string, otherwise: string | undefined) =>
  new ToolFailure('api_error', message, otherwise ? [otherwise] : []);

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError';
