import fc from 'fast-check';
import { ServerSentEventParser, type ServerSentEvent } from './server-sent-events';

const bytes = (text: string) => new TextEncoder().encode(text);

function parse(...chunks: (string | Uint8Array)[]) {
  const parser = new ServerSentEventParser();
  const events = chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? bytes(chunk) : chunk));
  return { events, parser };
}

/** Cuts bytes at these positions. */
function cut(all: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const ends = [...positions.map((position) => position % (all.length + 1)), all.length];
  ends.sort((a, b) => a - b);
  return ends.map((end, at) => all.slice(at === 0 ? 0 : ends[at - 1], end));
}

describe('ServerSentEventParser', () => {
  it.each<[string, string, ServerSentEvent[]]>([
    ['an event', 'id: 7\nevent: x\ndata: {"a":1}\n\n', [{ id: '7', data: '{"a":1}' }]],
    ['CRLF', 'id: 7\r\ndata: a\r\n\r\n', [{ id: '7', data: 'a' }]],
    ['CR', 'id: 7\rdata: a\r\r', [{ id: '7', data: 'a' }]],
    ['a byte order mark', '\ufeffid: 7\ndata: a\n\n', [{ id: '7', data: 'a' }]],
    ['comments', ': hello\n\n:\ndata: a\n: between\n\n', [{ id: null, data: 'a' }]],
    ['several lines of data', 'data: a\ndata:\ndata:  b\n\n', [{ id: null, data: 'a\n\n b' }]],
    ['no space after the colon', 'id:7\ndata:a:b\n\n', [{ id: '7', data: 'a:b' }]],
    ['a field without a colon', 'data\n\n', [{ id: null, data: '' }]],
    ['unknown fields', 'time: 1\nDATA: b\ndata: a\n\n', [{ id: null, data: 'a' }]],
    [
      'an event without an ID',
      'id: 7\ndata: a\n\ndata: b\n\n',
      [
        { id: '7', data: 'a' },
        { id: '7', data: 'b' },
      ],
    ],
    ['an empty ID', 'id: 7\n\nid\ndata: a\n\n', [{ id: null, data: 'a' }]],
    ['an ID with NUL', 'id: 7\n\nid: \0\ndata: a\n\n', [{ id: '7', data: 'a' }]],
    ['an incomplete event', 'data: a\n\nid: 8\ndata: b\n', [{ id: null, data: 'a' }]],
    ['nothing', '', []],
  ])('parses %s', (_, text, events) => {
    expect(parse(text).events).toEqual(events);
  });

  it('has the ID of the last complete event, also of one without data', () => {
    expect(parse('data: a\n\n').parser.lastId).toBeNull();
    expect(parse('id: 7\ndata: a\n\nid: 8\n\n')).toMatchObject({
      events: [{ id: '7' }],
      parser: { lastId: '8' },
    });
    expect(parse('id: 7\n\nid: 8\ndata: a\n').parser.lastId).toBe('7');
  });

  it('has the delay of the last valid retry field', () => {
    expect(parse('data: a\n\n').parser.retryMs).toBe(0);
    expect(parse('retry: 500\n\nretry: 1500\n\nretry: soon\nretry: -1\nretry\n\n').parser.retryMs).toBe(1500);
  });

  it('returns an event as soon as its blank line arrives', () => {
    const parser = new ServerSentEventParser();
    expect(parser.push(bytes('data: a\r\n\r'))).toEqual([{ id: null, data: 'a' }]);
    expect(parser.push(bytes('\n'))).toEqual([]);
    expect(parser.push(bytes('data: b\n\n'))).toEqual([{ id: null, data: 'b' }]);
  });

  it('returns the same events for chunks cut anywhere', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0\ufeff]/g, ''));
    const event = fc.record({ id: line.filter((text) => text !== ''), data: line });
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(2000)),
        (events, end, positions) => {
          const text = events.map(({ id, data }) => ['id: ' + id, ': 日', 'data: ' + data, '', ''].join(end));
          expect(parse(...cut(bytes(text.join('')), positions)).events).toEqual(events);
        },
      ),
    );
  });
});
