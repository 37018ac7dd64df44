import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An npm package. It is small enough to keep in memory. */
export class NpmPackage {
  readonly bytes: Buffer;
  readonly etag: string;

  /** @param file package file of the build */
  constructor(file: string) {
    this.bytes = readFileSync(file);
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }
}

/** The packages for integrators; null before the first build, for example in tests. */
export interface NpmPackages {
  readonly cli: NpmPackage | null;
  readonly client: NpmPackage | null;
}

export const builtPackages = (): NpmPackages => ({
  cli: builtPackage('apps/cli/cli.tgz'),
  client: builtPackage('libs/api-client/client.tgz'),
});

const here = dirname(fileURLToPath(import.meta.url));
/** The folder of all builds: relative to the bundle, and relative to the sources. */
const BUILDS = [join(here, '../..'), join(here, '../../../../dist')];

function builtPackage(name: string): NpmPackage | null {
  const file = BUILDS.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return file === undefined ? null : new NpmPackage(file);
}
