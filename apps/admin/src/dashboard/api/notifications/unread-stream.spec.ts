import { followUnread } from './unread-stream';

/** notifications.md 5 */
describe('a removal from the account', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'EventSource');
    Reflect.deleteProperty(globalThis, 'document');
  });

  it('ends the stream, also when the page is visible again', () => {
    const streams: EventTarget[] = [];
    class FakeEventSource extends EventTarget {
      constructor() {
        super();
        streams.push(this);
      }
      close() {}
    }
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    Object.assign(globalThis, { EventSource: FakeEventSource, document: page });
    const onRemoved = jest.fn();
    followUnread({ onUnread: () => {}, onRemoved, onRejected: () => {} });
    page.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(2);
    streams[1]!.dispatchEvent(new Event('removed'));
    page.dispatchEvent(new Event('visibilitychange'));
    expect(streams).toHaveLength(2);
    expect(onRemoved).toHaveBeenCalledTimes(1);
  });
});
