import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that a build writes, and the depth to check. Below this depth, nx only reads its cache. */
const OUTPUTS = { dist: Infinity, '.nx': 2 };

/**
 * Explains why a build can't write its files and how to fix it, or returns null if it can. nx itself reports only
 * "Permission denied", without a path.
 * @param {string} root workspace folder
 */
export function writeProblem(root) {
  const problems = Object.entries(OUTPUTS).flatMap(([name, depth]) => {
    const folder = join(root, name);
    const ownedPath = existsSync(folder) ? folder : root;
    try {
      accessSync(ownedPath, constants.W_OK);
      if (ownedPath === folder) assertWritable(folder, depth);
      return [];
    } catch ({ path }) {
      return [{ path, ownedPath }];
    }
  });
  if (problems.length === 0) return null;
  const folders = [...new Set(problems.map(({ ownedPath }) => `"${ownedPath}"`))].join(' ');
  return `This user cannot write to ${problems[0].path}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" ${folders}`;
}

/** @throws Error with the first `path` that this user cannot write to */
function assertWritable(folder, depth) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && depth === 0) continue;
    const path = join(folder, entry.name);
    accessSync(path, constants.W_OK);
    if (entry.isDirectory()) assertWritable(path, depth - 1);
  }
}
