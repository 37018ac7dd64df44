import { PassThrough } from 'node:stream';
import { CHUNK_BYTES, UnfinishedBodies } from './unfinished-bodies';

/** rate-limits.md 6 */
describe('UnfinishedBodies', () => {
  const SIZE = 100;
  const ROOM = 10 * (SIZE + CHUNK_BYTES);
  let bodies: UnfinishedBodies;
  let ended: [name: string, result: string][];
  beforeEach(() => {
    bodies = new UnfinishedBodies(ROOM);
    ended = [];
  });

  /** Sends the first bytes of a body. The first letter of its name is the payer. */
  const send = (name: string, size = SIZE, limit = 1_000) => {
    const stream = new PassThrough();
    const done = (error: Error | null, body?: Buffer) =>
      void ended.push([name, error ? (error as { code?: string }).code! : String(body!.length)]);
    bodies.read(stream, { payer: name[0]!, limit }, done);
    stream.write(Buffer.alloc(size));
    return stream;
  };

  it('reads a body', async () => {
    const stream = send('a');
    stream.write('x');
    await finished(stream);
    expect(ended).toEqual([['a', '101']]);
  });

  it('rejects a body over its limit, and one that is interrupted', async () => {
    send('a', 101, 100);
    bodies.read(new PassThrough(), { payer: 'c', limit: 100, declared: 101 }, (error) => {
      expect(error).toMatchObject({ code: 'body_too_large' });
    });
    const stream = send('b');
    stream.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    await closed(stream);
    expect(ended).toEqual([
      ['a', 'body_too_large'],
      ['b', 'ECONNRESET'],
    ]);
  });

  it('gives up the oldest body of the payer with the most memory', async () => {
    const b1 = send('b1');
    for (let n = 1; n <= 9; n++) send(`a${n}`);
    expect(ended).toEqual([]);
    send('c1');
    send('d1');
    expect(ended).toEqual([
      ['a1', 'too_many_concurrent_requests'],
      ['a2', 'too_many_concurrent_requests'],
    ]);
    ended = [];
    await finished(b1);
    expect(ended).toEqual([['b1', '100']]);
  });

  it('counts every chunk, however small it is', () => {
    const stream = send('a1', 1);
    for (let n = 0; n < 20; n++) stream.write('x');
    expect(ended).toEqual([['a1', 'too_many_concurrent_requests']]);
  });

  it('frees the memory of bodies that end', async () => {
    for (let n = 1; n <= 30; n++) {
      const [one, other] = [send('a'), send('b')];
      other.destroy();
      await Promise.all([finished(one), closed(other)]);
    }
    expect(ended.filter(([, result]) => result === 'too_many_concurrent_requests')).toEqual([]);
    expect(bodies.size).toBe(0);
  });

  const finished = (stream: PassThrough) => closed(stream.end());
  const closed = (stream: PassThrough) =>
    new Promise<void>(
      (resolve) => void (stream.destroyed ? setImmediate(resolve) : stream.once('close', resolve)),
    );
});
