import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { failed, ok, warning, type Check } from './check';

const MB = 1_000_000;
/** An import writes a temporary file of up to 128 MiB. */
const FAILED_BELOW = 200 * MB;
const WARNING_BELOW = 2_000 * MB;

interface Space {
  readonly path: string;
  readonly freeBytes: number;
}

/** Checks the folders that the service writes to. @param dataDir the data directory; undefined with DATABASE_URL */
export async function checkDisk(dataDir: string | undefined): Promise<Check> {
  const paths = [...(dataDir === undefined ? [] : [dataDir]), tmpdir()];
  return diskCheck(await Promise.all(paths.map(spaceAt)));
}

/** The state of the folder with the least free space. */
export function diskCheck(spaces: readonly Space[]): Check {
  const [{ path, freeBytes }] = [...spaces].sort((a, b) => a.freeBytes - b.freeBytes) as [Space];
  const text = `${Math.floor(freeBytes / MB).toLocaleString('en')} MB free in ${path}`;
  if (freeBytes >= WARNING_BELOW) return ok('disk', text);
  const advice = `${text}: free space, or move the folder to a larger disk`;
  return freeBytes < FAILED_BELOW ? failed('disk', advice) : warning('disk', advice);
}

async function spaceAt(path: string): Promise<Space> {
  const { bavail, bsize } = await statfs(existing(path));
  return { path, freeBytes: bavail * bsize };
}

/** The data directory is created at the first start. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));
