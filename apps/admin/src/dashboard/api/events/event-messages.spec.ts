import { EventMessages } from './event-messages';

const block = (cursor: string, id: string) =>
  `id: ${cursor}\nevent: feedback.created\ndata: ${JSON.stringify({ id, data: { feedback: { title: 'a: b' } } })}\n\n`;

/** events.md 3 */
describe('EventMessages', () => {
  it('reads events across chunk boundaries, with the cursor after them', () => {
    const text = `:\nid: c0\n\n${block('c1', 'evt_1')}${block('c2', 'evt_2')}`;
    for (let size = 1; size <= text.length; size++) {
      const messages = new EventMessages();
      const received: unknown[] = [];
      for (let start = 0; start < text.length; start += size) {
        const { events, cursor } = messages.read(text.slice(start, start + size));
        received.push(...events.map(({ id }) => id), ...(cursor ? [cursor] : []));
      }
      expect(received.filter((one) => String(one).startsWith('evt'))).toEqual(['evt_1', 'evt_2']);
      expect(received.at(-1)).toBe('c2');
    }
  });

  it('moves on with a comment, without an event', () => {
    expect(new EventMessages().read(':\nid: c1\n\n')).toEqual({ events: [], cursor: 'c1' });
  });

  it('never has a cursor after an event that is incomplete', () => {
    expect(new EventMessages().read('id: c1\nevent: feedback.created\n')).toEqual({
      events: [],
      cursor: null,
    });
  });

  it('reads when to reconnect', () => {
    const messages = new EventMessages();
    expect(messages.retryMs).toBeNull();
    messages.read('retry: 1500\n\n');
    expect(messages.retryMs).toBe(1500);
  });
});
