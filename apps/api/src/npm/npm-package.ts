import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package as npm installs it; small enough to be kept. */
export class NpmPackage {
  readonly bytes: Buffer;
  readonly etag: string;

  /** @param file what a build has packed */
  constructor(file: string) {
    this.bytes = readFileSync(file);
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }
}

/** What the service brings for integrators; null as long as it is not built, as when tests run from the sources. */
export interface NpmPackages {
  readonly cli: NpmPackage | null;
  readonly client: NpmPackage | null;
}

export const builtPackages = (): NpmPackages => ({
  cli: builtPackage('apps/cli/cli.tgz'),
  client: builtPackage('libs/api-client/client.tgz'),
});

const here = dirname(fileURLToPath(import.meta.url));
/** The folder of all builds: seen from the bundle, and from the sources. */
const BUILDS = [join(here, '../..'), join(here, '../../../../dist')];

function builtPackage(name: string): NpmPackage | null {
  const file = BUILDS.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return file === undefined ? null : new NpmPackage(file);
}
