import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a build writes, and how deep: deeper in its cache, nx only reads what is there. */
const OUTPUTS = [
  { name: 'dist', depth: Infinity },
  { name: '.nx', depth: 2 },
];

/**
 * Why a build can't write its files and what to do, or null if it can: nx reports "Permission denied" without a path.
 * @param {string} root folder of the workspace
 */
export function writeProblem(root) {
  const problems = OUTPUTS.flatMap(({ name, depth }) => {
    const folder = join(root, name);
    if (!existsSync(folder)) return isWritable(root) ? [] : [{ path: root, owned: root }];
    const path = firstUnwritable(folder, depth);
    return path ? [{ path, owned: folder }] : [];
  });
  if (problems.length === 0) return null;
  const folders = [...new Set(problems.map(({ owned }) => `"${owned}"`))].join(' ');
  return `This user cannot write to ${problems[0].path}. If an earlier start ran as another user, run: sudo chown -R "$(id -un)" ${folders}`;
}

function firstUnwritable(folder, depth) {
  if (!isWritable(folder)) return folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) {
      if (!isWritable(path)) return path;
    } else if (depth > 0) {
      const found = firstUnwritable(path, depth - 1);
      if (found) return found;
    }
  }
  return null;
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
