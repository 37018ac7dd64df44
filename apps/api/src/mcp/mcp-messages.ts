import { DomainError } from '@libs/kernel';
import { jsonOf } from '../http/body';
import { excessOf, type JsonBounds } from '../http/requests/json-bounds';

/** Maximum size of a body without a tool call, in bytes. */
export const MESSAGE_BYTES = 16_384;

/** Maximum number of messages in a batch. Only protocol version 2025-03-26 has batches. */
const BATCH_MESSAGES_MAX = 20;

/** A full batch_update_feedback is 5 levels deep and has 700 values. The protocol library takes long for more. */
const BOUNDS: JsonBounds = { depth: 32, values: 2000 };

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
  const excess = Buffer.isBuffer(bytes) ? excessOf(bytes, BOUNDS) : null;
  if (excess !== null) throw new UnreadableBody('invalid', `Request body ${excess}`);
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
