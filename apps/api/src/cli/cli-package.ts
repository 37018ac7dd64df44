import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command line tool as npm installs it; small enough to be kept. */
export class CliPackage {
  readonly bytes: Buffer;
  readonly etag: string;

  /** @param file what the build of `apps/cli` has packed */
  constructor(file: string) {
    this.bytes = readFileSync(file);
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }
}

const here = dirname(fileURLToPath(import.meta.url));
/** Beside the bundle; seen from the sources, where the build puts it. */
const FILES = [join(here, '../cli/cli.tgz'), join(here, '../../../../dist/apps/cli/cli.tgz')];

/** What was built; null as long as nothing was, as when tests run from the sources. */
export function cliPackage(): CliPackage | null {
  const file = FILES.find((path) => existsSync(path));
  return file === undefined ? null : new CliPackage(file);
}
