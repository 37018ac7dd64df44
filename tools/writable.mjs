import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a build writes, and how deep: deeper in its cache, nx only reads what is there. */
const OUTPUTS = { dist: Infinity, '.nx': 2 };

/**
 * Why a build can't write its files and what to do, or null if it can: nx reports "Permission denied" without a path.
 * @param {string} root folder of the workspace
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
