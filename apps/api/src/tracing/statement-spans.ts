import type { AsyncLocalStorage } from 'node:async_hooks';
import { SpanKind, SpanStatusCode, trace, type Context, type Tracer } from '@opentelemetry/api';
import {
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_RESPONSE_STATUS_CODE,
  ATTR_DB_SYSTEM_NAME,
  ATTR_ERROR_TYPE,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions';

interface Statement {
  readonly operation: string;
  readonly text?: string;
}
type EndStatement = (failure?: Error | null) => void;

/**
 * Returns a function that starts a span per statement of a request. Statements of jobs have none: an idle process would
 * send one per second.
 */
export const statementSpans =
  (tracer: Tracer, active: AsyncLocalStorage<Context>) =>
  ({ operation, text }: Statement): EndStatement | null => {
    const context = active.getStore();
    // Also false after the end of the request, which jobs that it started can outlive.
    if (!context || !trace.getSpan(context)?.isRecording()) return null;
    const attributes = {
      [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
      [ATTR_DB_OPERATION_NAME]: operation,
      [ATTR_DB_QUERY_TEXT]: text,
    };
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, context);
    return (failure) => {
      // Not the message, which can contain values.
      if (failure) span.setAttributes(errorAttributes(failure)).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  };

/** The errors of PostgreSQL have a severity. Those of the network have codes such as EPIPE, or none. */
function errorAttributes(failure: Error): Record<string, string> {
  const { code, severity } = failure as Error & { readonly code?: string; readonly severity?: string };
  return {
    [ATTR_ERROR_TYPE]: code ?? failure.name,
    ...(severity && code && { [ATTR_DB_RESPONSE_STATUS_CODE]: code }),
  };
}
