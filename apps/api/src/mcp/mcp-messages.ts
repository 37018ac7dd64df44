import { DomainError } from '@libs/kernel';
import { jsonOf } from '../http/body';

/** Largest body without a tool call, in bytes. */
export const MESSAGE_BYTES = 16_384;

/** Most messages in a batch, which only revision 2025-03-26 has. */
export const BATCH_MESSAGES_MAX = 20;

/** A full batch_update_feedback is 5 levels deep and has 700 values. */
const DEPTH_MAX = 32;
const VALUES_MAX = 2000;

/** The messages of a body, for counting; the body as the protocol library takes it. */
export interface McpMessages {
  readonly body: unknown;
  readonly messages: readonly unknown[];
}

/** A body that has no messages. */
export class UnreadableBody extends Error {
  /** @param kind `parse` if it is not JSON, `invalid` if it is JSON that no client sends */
  constructor(
    readonly kind: 'parse' | 'invalid',
    message: string,
  ) {
    super(message);
  }
}

/** @throws UnreadableBody */
export function messagesOf(bytes: unknown): McpMessages {
  if (Buffer.isBuffer(bytes)) assertBounded(bytes);
  const body = parsed(bytes);
  if (!Array.isArray(body)) return { body, messages: [body] };
  if (body.length > BATCH_MESSAGES_MAX) {
    throw new UnreadableBody('invalid', `A batch may have ${BATCH_MESSAGES_MAX} messages at most`);
  }
  return { body, messages: body };
}

function parsed(bytes: unknown): unknown {
  try {
    return jsonOf(bytes);
  } catch (error) {
    if (error instanceof DomainError) throw new UnreadableBody('parse', `Parse error: ${error.message}`);
    throw error;
  }
}

/** Whether a message asks to run a tool. A notification runs none, because nobody would get the result. */
export function isToolCall(message: unknown): boolean {
  const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown };
  return method === 'tools/call' && id !== undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * Bounds what parsing and validating a body can cost. Reads each byte once and stops at the first excess: 1 MB takes
 * 2 ms at most, while JSON.parse and the protocol library take 200 ms and more for deep or numerous values.
 * @throws UnreadableBody
 */
export function assertBounded(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) i += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth++;
      values++;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
    if (depth > DEPTH_MAX) throw tooMuch(`is nested more than ${DEPTH_MAX} levels deep`);
    if (values > VALUES_MAX) throw tooMuch(`has more than ${VALUES_MAX} values`);
  }
}

const tooMuch = (what: string) => new UnreadableBody('invalid', `Request body ${what}`);
