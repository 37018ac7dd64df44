import type { ErrorBody } from '@libs/contract';
import { connection } from './connection';

/** An error response of `/app/api`; `status` is 0 if the service was unreachable. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The first message per field. */
    readonly fields: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {},
    /** Whole seconds, from `Retry-After`. */
    readonly retryAfter: number | null = null,
    readonly requestId: string | null = null,
    /** Token for the second step of a sign-in. */
    readonly challenge: string | null = null,
  ) {
    super(message);
  }

  /** True if the same request may succeed later: network error, server error, or rate limit. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Called when any request finds that the session has ended. */
let signedOutListener: () => void = () => {};
export function onSignedOut(listener: () => void): () => void {
  signedOutListener = listener;
  return () => {
    signedOutListener = () => {};
  };
}

/** Called when any request finds that a second factor must be set up first. */
let setUpListener: () => void = () => {};
export function onSetUpRequired(listener: () => void): () => void {
  setUpListener = listener;
  return () => {
    setUpListener = () => {};
  };
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

/**
 * Calls the dashboard API; `path` without `/app/api/`. Returns undefined for 204.
 * @throws ApiError
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await request(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/**
 * As `call`, but returns the successful response before its body is read.
 * @throws ApiError
 */
export async function request(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, headers, signal, keepalive } = options;
  const report = connection.startCall();
  let response: Response;
  try {
    response = await fetch(`/app/api/${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    report(0);
    throw new ApiError(0, 'unreachable', 'The service cannot be reached');
  }
  report(response.status);
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  throw handleErrorResponse(response.status, response.headers.get('retry-after'), text);
}

/** Turns an error response into an ApiError, and reports the end of the session. */
export function handleErrorResponse(status: number, retryAfter: string | null, text: string): ApiError {
  const error = parseErrorResponse(status, retryAfter, text);
  if (status === 401 && error.code === 'session_required') signedOutListener();
  if (status === 403 && error.code === 'second_factor_setup_required') setUpListener();
  return error;
}

function parseErrorResponse(status: number, retryAfterHeader: string | null, text: string): ApiError {
  const seconds = Number(retryAfterHeader);
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  try {
    const { error } = JSON.parse(text) as ErrorBody;
    const fields: Record<string, { code: string; message: string }> = {};
    for (const { param, code, message } of error.details ?? []) fields[param] ??= { code, message };
    const { code, message, request_id: requestId, challenge = null } = error;
    return new ApiError(status, code, message, fields, retryAfter, requestId, challenge);
  } catch {
    return new ApiError(status, 'unreadable', 'The response of the service is not valid', {}, retryAfter);
  }
}
