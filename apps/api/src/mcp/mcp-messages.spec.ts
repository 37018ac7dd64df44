import { isToolCall, messagesOf, UnreadableBody } from './mcp-messages';

const errorOf = (body: string | Buffer): UnreadableBody | undefined => {
  try {
    messagesOf(Buffer.from(body));
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableBody);
    return error as UnreadableBody;
  }
};
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const list = (values: number) => `{"a":[${Array(values).fill(1).join()}]}`;

describe('messagesOf', () => {
  it('returns a single message, or the messages of a batch', () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect(messagesOf(Buffer.from(JSON.stringify(message)))).toEqual({ body: message, messages: [message] });
    expect(messagesOf(Buffer.from('[1,2]'))).toEqual({ body: [1, 2], messages: [1, 2] });
    expect(messagesOf(Buffer.from('[]'))).toEqual({ body: [], messages: [] });
  });

  it.each([undefined, null, Buffer.from(''), Buffer.from('{'), Buffer.from([0x22, 0xff, 0x22])])(
    'rejects a body that is not JSON (%#)',
    (body) => {
      expect(() => messagesOf(body)).toThrow(expect.objectContaining({ kind: 'parse' }));
    },
  );

  it('accepts a batch of 20 messages, and no more', () => {
    expect(errorOf(`[${Array(20).fill('{}').join()}]`)).toBeUndefined();
    expect(errorOf(`[${Array(21).fill('{}').join()}]`)).toMatchObject({
      kind: 'invalid',
      message: 'A batch can have at most 20 messages',
    });
  });

  it('accepts 32 levels and 2,000 values, and no more', () => {
    expect(errorOf(nested(32))).toBeUndefined();
    expect(errorOf(nested(33))).toMatchObject({
      kind: 'invalid',
      message: 'Request body is nested more than 32 levels deep',
    });
    expect(errorOf(list(1998))).toBeUndefined();
    expect(errorOf(list(1999))).toMatchObject({
      kind: 'invalid',
      message: 'Request body has more than 2000 values',
    });
    const members = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`a${i}`, 1]));
    expect(errorOf(JSON.stringify(members))?.kind).toBe('invalid');
  });

  it('accepts the largest call that clients send', () => {
    const update = { id: 'x', title: 't', description: 'd', status: 'new' };
    const params = { name: 'batch_update_feedback', arguments: { updates: Array(100).fill(update) } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    expect(errorOf(JSON.stringify([call, call]))).toBeUndefined();
  });
});

describe('isToolCall', () => {
  it.each([
    [{ id: 1, method: 'tools/call' }, true],
    [{ id: 'a', method: 'tools/call', params: 5 }, true],
    [{ method: 'tools/call' }, false],
    [{ id: 1, method: 'tools/list' }, false],
    [{ id: 1, method: ['tools/call'] }, false],
    [null, false],
    [5, false],
    [undefined, false],
  ])('%j: %s', (message, expected) => expect(isToolCall(message)).toBe(expected));
});
