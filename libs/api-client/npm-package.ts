import { execSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const WORKSPACE = join(import.meta.dirname, '../..');
/**
 * Sets the options that the user's npm configuration could change. The cache is in the build folder, because the
 * user's cache may not be writable; npm does not pack `node_modules`.
 */
const PACK_COMMAND =
  'npm pack --pack-destination=. --cache=node_modules/.npm --no-update-notifier --json=false --dry-run=false --loglevel=error';

interface NpmPackageOptions {
  /** Name of the archive in the build folder. */
  readonly archive: string;
  /** Fields of `package.json` in addition to the version, license, and engines of the workspace. */
  readonly manifest: Readonly<Record<string, unknown>> & { readonly bin?: Readonly<Record<string, string>> };
  readonly readme: string;
  /** Additional files of the package: contents by name. */
  readonly files?: () => ReadonlyMap<string, string>;
}

/** Packs the build with npm, together with `package.json`, `README.md`, and the additional files. */
export function npmPackage({ archive, manifest, readme, files }: NpmPackageOptions): Plugin {
  let folder = '';
  return {
    name: 'npm-package',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle(error?: Error) {
      if (error) return;
      writeFileSync(join(folder, 'package.json'), packageJson(manifest));
      copyFileSync(readme, join(folder, 'README.md'));
      for (const [name, text] of files?.() ?? []) writeFileSync(join(folder, name), text);
      const programs = Object.values(manifest.bin ?? {});
      // Modes are part of the archive, which must not depend on the umask.
      for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
        if (file.isFile())
          chmodSync(join(file.parentPath, file.name), programs.includes(file.name) ? 0o755 : 0o644);
      const packed = execSync(PACK_COMMAND, { cwd: folder, encoding: 'utf8' }).trim();
      rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
      renameSync(join(folder, packed), join(folder, archive));
    },
  };
}

function packageJson(manifest: NpmPackageOptions['manifest']): string {
  const { version, license, engines } = JSON.parse(
    readFileSync(join(WORKSPACE, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return `${JSON.stringify({ ...manifest, version, license, type: 'module', engines }, null, 2)}\n`;
}
