import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportSpool } from './import-spool';

interface Chunk {
  readonly bytes: Buffer;
  readonly onStored: () => void;
}

/** A body that the test writes. */
function body() {
  const chunks: Chunk[] = [];
  let isOver = false;
  let wake = () => {};
  async function* read(signal: AbortSignal): AsyncGenerator<Buffer> {
    while (!isOver || chunks.length > 0) {
      const chunk = chunks.shift();
      if (chunk) {
        yield chunk.bytes;
        chunk.onStored();
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve());
      });
      signal.throwIfAborted();
    }
  }
  /** Resolves after the spool has stored the text. */
  const write = (text: string) =>
    new Promise<void>((onStored) => {
      chunks.push({ bytes: Buffer.from(text), onStored });
      wake();
    });
  const end = () => {
    isOver = true;
    wake();
  };
  return { read, write, end };
}

/** Work that runs until `finish` is called. */
function held() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let onStart = () => {};
  const started = new Promise<void>((resolve) => (onStart = resolve));
  const work = () => {
    onStart();
    return finished;
  };
  return { work, started, finish };
}

const textOf = async (bytes: AsyncIterable<Buffer>) => {
  let text = '';
  for await (const chunk of bytes) text += chunk.toString();
  return text;
};

describe('ImportSpool', () => {
  it('calls its work with all bytes after all of them have arrived', async () => {
    const spool = new ImportSpool();
    const { read, write, end } = body();
    const work = jest.fn(textOf);
    const done = spool.run('a', read, work);
    await write('one ');
    await write('two');
    expect(work).not.toHaveBeenCalled();
    end();
    expect(await done).toBe('one two');
  });

  it('creates no named file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'spool-'));
    const { read, write, end } = body();
    void write('personal data');
    const done = new ImportSpool(10 ** 6, directory).run('a', read, async () => readdirSync(directory));
    end();
    expect(await done).toEqual([]);
    rmdirSync(directory);
  });

  it('rejects another upload of the account until the work has ended', async () => {
    const spool = new ImportSpool();
    const { read, end } = body();
    const { work, started, finish } = held();
    const done = spool.run('a', read, work);
    const another = () => {
      const { read, end } = body();
      end();
      return spool.run('a', read, textOf);
    };
    await expect(another()).rejects.toMatchObject({ code: 'import_in_progress' });
    end();
    await started;
    await expect(another()).rejects.toMatchObject({ code: 'import_in_progress' });
    finish();
    await done;
    expect(await another()).toBe('');
  });

  it('ends the oldest incomplete upload if it is full', async () => {
    const spool = new ImportSpool(10);
    const [complete, oldest, newest] = [body(), body(), body()];
    const { work, started, finish } = held();
    const processing = spool.run('c', complete.read, work);
    await complete.write('12');
    complete.end();
    await started;
    const ended = spool.run('o', oldest.read, textOf);
    await oldest.write('1234');
    const pending = spool.run('n', newest.read, textOf);
    const outcome = expect(ended).rejects.toMatchObject({ kind: 'unavailable', code: 'too_many_imports' });
    await newest.write('12345');
    await outcome;
    await newest.write('678');
    newest.end();
    expect(await pending).toBe('12345678');
    finish();
    await processing;
  });

  it('rejects with an error of the body, and receives the next upload', async () => {
    const spool = new ImportSpool();
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw new Error('broken');
    };
    await expect(spool.run('a', broken, textOf)).rejects.toThrow('broken');
    const { read, end } = body();
    end();
    expect(await spool.run('a', read, textOf)).toBe('');
  });
});
