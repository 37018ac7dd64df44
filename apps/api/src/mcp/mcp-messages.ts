import { DomainError } from '@libs/kernel';
import { jsonOf } from '../http/body';

/** Maximum size of a body without a tool call, in bytes. */
export const MESSAGE_BYTES = 16_384;

/** Maximum number of messages in a batch. Only protocol version 2025-03-26 has batches. */
const BATCH_MESSAGES_MAX = 20;

/** A full batch_update_feedback is 5 levels deep and has 700 values. */
const DEPTH_MAX = 32;
const VALUES_MAX = 2000;

/** A parsed body for the protocol library, and its messages for counting. */
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
    throw new UnreadableBody('invalid', `A batch can have at most ${BATCH_MESSAGES_MAX} messages`);
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

/** Whether a message is a tool call. A notification is not, because its result would not be sent. */
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
 * Limits the cost of parsing and validating a body. Reads each byte once and stops at the first excess: 1 MB takes at
 * most 2 ms, while JSON.parse and the protocol library take 200 ms or more for deep or numerous values.
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
    if (depth > DEPTH_MAX) throw limitError(`is nested more than ${DEPTH_MAX} levels deep`);
    if (values > VALUES_MAX) throw limitError(`has more than ${VALUES_MAX} values`);
  }
}

const limitError = (what: string) => new UnreadableBody('invalid', `Request body ${what}`);
