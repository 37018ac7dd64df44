import type { components } from './openapi';

type Body = components['schemas']['ErrorResponse']['error'];
/** What an error body has at least; services of earlier releases send no `doc_url`. */
type Fields = Omit<Body, 'request_id' | 'doc_url'> & Partial<Pick<Body, 'doc_url'>>;
type ErrorDetail = NonNullable<Body['details']>[number];

/** The client's own code for a response that is not from the API (a proxy's page, a redirect). */
const UNEXPECTED_RESPONSE = 'unexpected_answer';

/** An error response. Contains data of the response only, never of the request or the key. */
export class FeedbackApiError extends Error {
  override readonly name = 'FeedbackApiError';

  private constructor(
    readonly status: number,
    body: Fields,
    /** For support; also in the `X-Request-Id` response header. Null if the response is not from the API. */
    readonly requestId: string | null,
    /** Seconds until a retry can succeed, from `Retry-After`; null without the header. */
    readonly retryAfter: number | null,
  ) {
    super(body.message);
    this.type = body.type;
    this.code = body.code;
    this.param = body.param ?? null;
    this.details = body.details ?? [];
    this.mergedInto = body.merged_into ?? null;
    this.docUrl = body.doc_url ?? null;
  }

  /** One type per status. The set is closed. */
  readonly type: Body['type'];
  /** Specific error code. New codes can be added: handle an unknown code by its `type`. */
  readonly code: string;
  /** The invalid field or parameter, if there is one. */
  readonly param: string | null;
  /** Every error in the input, starting with this one; empty for other errors. */
  readonly details: readonly ErrorDetail[];
  /** ID of the item that a merged item is merged into, if this is the reason. */
  readonly mergedInto: string | null;
  /** URL of a page that explains the code; null if the response is not from the API. */
  readonly docUrl: string | null;

  /**
   * @param text the response body
   * @internal
   */
  static of(status: number, headers: Headers, text: string, retryAfter: number | null): FeedbackApiError {
    const body = parseError(text);
    const requestId = body?.request_id ?? headers.get('x-request-id');
    return new FeedbackApiError(status, body ?? unexpectedBody(status), requestId, retryAfter);
  }
}

function unexpectedBody(status: number): Fields {
  const message = `Unexpected response (status ${status}): check baseUrl`;
  return { type: 'api_error', code: UNEXPECTED_RESPONSE, message };
}

/**
 * No response, or an incomplete one. Unless `wasSent` is false, the service may have processed the request. An aborted
 * call throws the signal's reason instead, as fetch does.
 */
export class FeedbackNetworkError extends Error {
  override readonly name = 'FeedbackNetworkError';

  private constructor(
    message: string,
    /** The platform's error code, such as `ECONNREFUSED`; null if there is none, as in browsers. */
    readonly code: string | null,
    /** False if the request was not sent, for example to a blocked port. It was not processed, and retries fail too. */
    readonly wasSent: boolean,
  ) {
    super(message);
  }

  /**
   * Copies the message instead of keeping the thrown error: a custom `fetch` may attach the request to it.
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

/** Node's message for a port that the Fetch standard blocks ("port blocking"); browsers have none. */
const BAD_PORT = 'bad port';
const UNSENT_MESSAGE = `Nothing was sent: fetch does not allow the port of this URL (${BAD_PORT})`;

/** Codes of OpenSSL in Node.js for a plain HTTP response; they depend on its version. */
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

/** Node throws `fetch failed` with the reason as its cause. */
function errorChain(thrown: unknown): Thrown[] {
  if (!isError(thrown)) return [];
  return isError(thrown.cause) ? [thrown, thrown.cause] : [thrown];
}

/** Also accepts errors of another realm, such as an `iframe` or `node:vm`. */
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
