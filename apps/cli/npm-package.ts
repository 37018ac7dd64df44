import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORKSPACE = join(import.meta.dirname, '../..');
const BUNDLE = 'feedback.mjs';

/**
 * Makes of the bundle a package that npm installs: `package.json` and `README.md` beside it, and all three in
 * `cli.tgz`, byte for byte the same whenever and by whomever it is built.
 */
export function npmPackage(): Plugin {
  let folder = '';
  return {
    name: 'npm-package',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle(error?: Error) {
      if (error) return;
      const description = Buffer.from(`${JSON.stringify(packageJson(), null, 2)}\n`);
      const readme = readFileSync(join(import.meta.dirname, 'README.md'));
      const bundle = readFileSync(join(folder, BUNDLE));
      writeFileSync(join(folder, 'package.json'), description);
      writeFileSync(join(folder, 'README.md'), readme);
      chmodSync(join(folder, BUNDLE), 0o755);
      const entries: Entry[] = [
        { name: 'package.json', content: description, mode: 0o644 },
        { name: BUNDLE, content: bundle, mode: 0o755 },
        { name: 'README.md', content: readme, mode: 0o644 },
      ];
      writeFileSync(join(folder, 'cli.tgz'), gzipSync(tar(entries), { level: 9 }));
    },
  };
}

function packageJson(): object {
  const { version, license, engines } = JSON.parse(
    readFileSync(join(WORKSPACE, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const description = 'Feedback items of your account, from a terminal or a script.';
  return {
    name: '@feedback-service/cli',
    version,
    description,
    license,
    type: 'module',
    bin: { feedback: BUNDLE },
    engines,
  };
}

interface Entry {
  readonly name: string;
  readonly content: Buffer;
  readonly mode: number;
}

const BLOCK = 512;
/** The moment npm gives the files of every package. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** In the folder `package`, where npm looks for it; POSIX 1003.1, "ustar". */
function tar(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap((entry) => [header(entry), entry.content, padding(entry.content.length)]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

function header({ name, content, mode }: Entry): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(`package/${name}`, 0, 'latin1');
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(MODIFIED, 136, 12);
  block.write('        0', 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  // Of all bytes, those of the sum itself taken as blanks.
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return block;
}

const padding = (length: number): Buffer => Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK);
