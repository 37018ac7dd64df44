import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORKSPACE = join(import.meta.dirname, '../..');

export interface NpmPackageOptions {
  /** Name of the archive in the build's folder. */
  readonly archive: string;
  /** What `package.json` has beside the version, license, and engines of the workspace. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The bundle, in the build's folder. */
  readonly bundle: string;
  readonly isExecutable?: boolean;
  readonly readme: string;
  /** Further files of the package. */
  readonly files?: () => readonly Omit<Entry, 'mode'>[];
}

/**
 * Makes of a bundle a package that npm installs: `package.json`, `README.md` and whatever else belongs to it beside it,
 * and all of them in an archive, byte for byte the same whenever and by whomever it is built.
 */
export function npmPackage(options: NpmPackageOptions): Plugin {
  let folder = '';
  return {
    name: 'npm-package',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle(error?: Error) {
      if (error) return;
      const entries = entriesOf(options, readFileSync(join(folder, options.bundle)));
      for (const { name, content, mode } of entries) {
        writeFileSync(join(folder, name), content);
        chmodSync(join(folder, name), mode);
      }
      writeFileSync(join(folder, options.archive), gzipSync(tar(entries), { level: 9 }));
    },
  };
}

function entriesOf(options: NpmPackageOptions, content: Buffer): Entry[] {
  const { manifest, bundle, isExecutable = false, readme, files } = options;
  return [
    { name: 'package.json', content: packageJson(manifest), mode: 0o644 },
    { name: bundle, content, mode: isExecutable ? 0o755 : 0o644 },
    { name: 'README.md', content: readFileSync(readme), mode: 0o644 },
    ...(files?.() ?? []).map((file) => ({ ...file, mode: 0o644 })),
  ];
}

function packageJson(manifest: NpmPackageOptions['manifest']): Buffer {
  const { version, license, engines } = JSON.parse(
    readFileSync(join(WORKSPACE, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const { name, description, ...more } = manifest;
  const whole = { name, version, description, license, type: 'module', ...more, engines };
  return Buffer.from(`${JSON.stringify(whole, null, 2)}\n`);
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
