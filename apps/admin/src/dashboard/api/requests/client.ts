import type { Data, ErrorBody } from '@libs/contract';
import { connection } from './connection';
import { signedInAccount, takeEarly } from './early';

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

/**
 * What the service can say about the session: it has ended, its account was switched, or it doesn't have the access that
 * the page shows, because the role or the need of a second factor has changed, or the person was removed.
 */
export type SessionProblem = 'ended' | 'switched' | 'access' | 'removed';
const SESSION_PROBLEMS: Readonly<Record<string, SessionProblem>> = {
  session_required: 'ended',
  account_switched: 'switched',
  role_required: 'access',
  second_factor_setup_required: 'access',
};

/** Called when any request finds a problem with the session. */
let problemListener: (problem: SessionProblem) => void = () => {};
export function onSessionProblem(listener: (problem: SessionProblem) => void): () => void {
  problemListener = listener;
  return () => {
    problemListener = () => {};
  };
}

export const reportSessionProblem = (problem: SessionProblem): void => problemListener(problem);

let accountId: string | null = null;
/** Sets the account that the page shows. The service rejects requests if the session has another one (team.md 4). */
export function setRequestAccount(id: string): void {
  accountId = id;
}
export const accountHeaders = (): Readonly<Record<string, string>> =>
  accountId === null ? {} : { 'x-account-id': accountId };

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** True for a request that outlives the page. All of them have at most 64 KB of bodies. */
  readonly keepalive?: boolean;
  /** True for a request that replaces the token of the session. */
  readonly renewsSession?: boolean;
}

/** The lock of these requests, for all tabs: they share the cookie. */
const RENEWAL = 'session-renewal';

/**
 * Calls the dashboard API; `path` without `/app/api/`. Returns undefined for 204.
 * @throws ApiError
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await request(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/**
 * As `call`, for a response with nothing but `data`, which it returns.
 * @throws ApiError
 */
export const fetchData = async <T>(method: string, path: string, options?: CallOptions): Promise<T> =>
  (await call<Data<T>>(method, path, options)).data;

/**
 * As `call`, but returns the successful response before its body is read.
 * @throws ApiError
 */
export async function request(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const early = method === 'GET' ? takeEarly(path) : null;
  const attempt = () => send(method, path, options);
  const { renewsSession } = options;
  return (renewsSession ? navigator.locks.request(RENEWAL, attempt) : send(method, path, options, early))
    .catch(async (error) => {
      if (renewsSession || codeOf(error) !== 'session_required' || signedInAccount.get() === null)
        throw error;
      // A page that opens asks once: someone waits for the sign-in page.
      if (await early) throw error;
      // The service replaces a token before the browser has the new cookie, so the session may not have ended.
      await navigator.locks.request(RENEWAL, () => {});
      return attempt();
    })
    .catch((error) => {
      const problem = SESSION_PROBLEMS[codeOf(error)];
      if (problem) problemListener(problem);
      throw error;
    });
}

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '');

async function send(
  method: string,
  path: string,
  { body, headers, signal, keepalive }: CallOptions,
  early: Promise<Response | null> | null = null,
): Promise<Response> {
  const report = connection.startCall();
  let response: Response;
  try {
    response =
      (early && (await early)) ??
      (await fetch(`/app/api/${path}`, {
        method,
        headers: {
          ...accountHeaders(),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        keepalive,
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    report(0);
    throw new ApiError(0, 'unreachable', 'The service cannot be reached');
  }
  report(response.status);
  if (response.ok) return response;
  const text = await response.text().catch(() => '');
  throw parseErrorResponse(response.status, response.headers.get('retry-after'), text);
}

/** Turns an error response of an import into an ApiError. If it is about the session, loads the session to find out. */
export function handleErrorResponse(status: number, retryAfter: string | null, text: string): ApiError {
  const error = parseErrorResponse(status, retryAfter, text);
  if (SESSION_PROBLEMS[error.code]) problemListener('access');
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
