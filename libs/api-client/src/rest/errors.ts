import type { components } from './openapi';

type Body = components['schemas']['ErrorResponse']['error'];
type ErrorDetail = NonNullable<Body['details']>[number];

/** The client's own word for an answer that is not the API's (a proxy's page, a redirect). */
const UNEXPECTED_RESPONSE = 'unexpected_answer';

/** The service answered, and said no. It holds what was answered and nothing of what was asked, so never the key. */
export class FeedbackApiError extends Error {
  override readonly name = 'FeedbackApiError';

  private constructor(
    readonly status: number,
    body: Omit<Body, 'request_id'>,
    /** For support; also in the answer's header `X-Request-Id`. Null when it was no answer of the API. */
    readonly requestId: string | null,
    /** Whole seconds after which the same call may succeed; null when the answer did not say. */
    readonly retryAfter: number | null,
  ) {
    super(body.message);
    this.type = body.type;
    this.code = body.code;
    this.param = body.param ?? null;
    this.details = body.details ?? [];
  }

  /** One for each status; a closed set. */
  readonly type: Body['type'];
  /** What exactly went wrong. New codes may come: treat one you do not know as its `type`. */
  readonly code: string;
  /** The field or parameter at fault, when it is one. */
  readonly param: string | null;
  /** Every fault of the input, the first one being the error itself; empty for other errors. */
  readonly details: readonly ErrorDetail[];

  /**
   * @param text the answer's body
   * @internal
   */
  static of(status: number, headers: Headers, text: string, retryAfter: number | null): FeedbackApiError {
    const body = parseError(text);
    const requestId = body?.request_id ?? headers.get('x-request-id');
    return new FeedbackApiError(status, body ?? unexpectedBody(status), requestId, retryAfter);
  }
}

function unexpectedBody(status: number): Omit<Body, 'request_id'> {
  const message = `Unexpected response (status ${status}): check baseUrl`;
  return { type: 'api_error', code: UNEXPECTED_RESPONSE, message };
}

/**
 * No answer came, or only a part of it: whether the service did what was asked is not known, but where `wasSent` is false. A call that was aborted
 * throws the signal's reason instead, as fetch does.
 */
export class FeedbackNetworkError extends Error {
  override readonly name = 'FeedbackNetworkError';

  private constructor(
    message: string,
    /** As the platform calls it, `ECONNREFUSED`; null where it has no name for it, as in browsers. */
    readonly code: string | null,
    /** False where the platform sends nothing to such an address: nothing can have happened, and nothing ever will. */
    readonly wasSent: boolean,
  ) {
    super(message);
  }

  /**
   * Words of what was thrown and not the thing itself: a fetch of the caller's own may hang the request on it.
   * @internal
   */
  static of(thrown: unknown, secret: string): FeedbackNetworkError {
    const chain = errorChain(thrown);
    const messages = chain.map(errorMessage).filter(Boolean);
    const code = chain.map((error) => error.code).find((value) => typeof value === 'string') ?? null;
    if (messages.includes(BAD_PORT)) return new FeedbackNetworkError(UNSENT_MESSAGE, code, false);
    if (NO_TLS_CODES.includes(code)) return new FeedbackNetworkError(NOT_HTTPS_MESSAGE, code, false);
    const message = ['The service did not respond', ...messages].join(': ');
    return new FeedbackNetworkError(message.replaceAll(secret, '…'), code, true);
  }
}

/** What Node says for a port of the Fetch standard's list ("port blocking"); browsers say nothing. */
const BAD_PORT = 'bad port';
const UNSENT_MESSAGE = `Nothing was sent: fetch does not allow the port of this URL (${BAD_PORT})`;

/** What Node's OpenSSL, by its version, says to an answer in plain HTTP. */
const NO_TLS_CODES: readonly (string | null)[] = [
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
];
const NOT_HTTPS_MESSAGE =
  'Nothing was sent: the server does not use HTTPS on this port. Use http:// or the port for HTTPS.';

type Thrown = Error & { readonly code?: string; readonly reason?: unknown };

/** The message of an OpenSSL error is a line of its source code; `reason` is the part for people. */
const errorMessage = ({ message, code, reason }: Thrown): string =>
  code?.startsWith('ERR_SSL_') && typeof reason === 'string' ? reason : message;

/** Node says `fetch failed` and why one level deeper. */
function errorChain(thrown: unknown): Thrown[] {
  if (!isError(thrown)) return [];
  return isError(thrown.cause) ? [thrown, thrown.cause] : [thrown];
}

/** Also that of another realm, as an `iframe` or `node:vm` has its own. */
const isError = (thrown: unknown): thrown is Error =>
  typeof (thrown as Error | undefined)?.message === 'string';

function parseError(text: string): Body | null {
  try {
    const { error } = JSON.parse(text) as { error?: Partial<Body> };
    return typeof error?.type === 'string' && typeof error.message === 'string' ? (error as Body) : null;
  } catch {
    return null;
  }
}
