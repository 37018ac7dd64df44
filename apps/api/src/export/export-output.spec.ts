import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ExportOutput, ExportTimeouts } from './export-output';

async function* endless() {
  for (;;) yield Buffer.from('{}\n');
}

/** export.md 4 */
describe('ExportOutput', () => {
  let response: ServerResponse;
  let output: ExportOutput;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    response = new ServerResponse(new IncomingMessage(new Socket()));
    output = new ExportOutput(response, new ExportTimeouts(), () => new Error('timeout'));
  });
  afterEach(() => {
    output.stop();
    jest.useRealTimers();
  });

  const isAbortedAfter = async (milliseconds: number) => {
    await jest.advanceTimersByTimeAsync(milliseconds);
    return output.signal.aborted;
  };

  it('ends if there is no first byte for 90 seconds', async () => {
    expect(await isAbortedAfter(89_999)).toBe(false);
    expect(await isAbortedAfter(1)).toBe(true);
  });

  it('ends if a client reads nothing for 30 seconds, even if the first byte was late', async () => {
    await isAbortedAfter(80_000);
    // Without a connection, no chunk is ever sent.
    const writing = output.write({ value: Buffer.from('{}\n') }, endless());
    writing.catch(() => {});
    expect(await isAbortedAfter(29_999)).toBe(false);
    expect(await isAbortedAfter(1)).toBe(true);
    await expect(writing).rejects.toThrow('timeout');
  });
});
