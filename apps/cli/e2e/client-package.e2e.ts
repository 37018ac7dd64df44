import { gunzipSync } from 'node:zlib';
import { useService } from './support/service';

describe('the package at /client.tgz', () => {
  const product = useService();
  const archive = async () => Buffer.from(await (await fetch(`${product.url}/client.tgz`)).arrayBuffer());

  /** The five operations of the changelog add 470 bytes to the 20 KB before, and what is known of people 110. */
  it('is smaller than 21 KB', async () => {
    expect((await archive()).length).toBeLessThan(21_504);
  });

  it('contains its code, types, and README, and has no dependencies', async () => {
    const files = new Map(filesOf(gunzipSync(await archive())));
    const manifest = JSON.parse(files.get('package/package.json')!) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      name: '@feedback-service/client',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      type: 'module',
      types: './index.d.ts',
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      engines: { node: expect.any(String) },
    });
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    expect(files.get('package/README.md')).toContain('npm install https://feedback.example.com/client.tgz');
    expect(files.get('package/index.js')).not.toMatch(/(^|;)import\b|\brequire\(/);
    for (const [name, text] of files) {
      if (!name.endsWith('.d.ts')) continue;
      const imported = Array.from(text.matchAll(/ from ['"](.+?)['"]/g), ([, path]) => path!);
      const there = imported.map((path) =>
        files.has(`package/${path.replace('./', '').replace(/js$/, 'd.ts')}`),
      );
      expect([name, there.includes(false)]).toEqual([name, false]);
    }
  });
});

/** Yields the names and contents of the files of an archive (POSIX 1003.1, "ustar"). */
function* filesOf(tar: Buffer): Generator<[name: string, text: string]> {
  for (let at = 0; tar[at] !== 0;) {
    const text = (from: number, length: number) => tar.toString('utf8', at + from, at + from + length);
    const size = parseInt(text(124, 11), 8);
    yield [text(0, 100).replace(/\0.*/s, ''), text(512, size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
