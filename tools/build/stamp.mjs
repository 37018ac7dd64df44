import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a build reads, as "production" and "sharedGlobals" in nx.json. */
const INPUTS = [
  'apps',
  'libs',
  'package.json',
  'package-lock.json',
  'nx.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
const NO_INPUT =
  /^apps\/browser-tests$|^(apps|libs)\/[^/]+\/(testing|e2e|jest\.config\.cjs)$|\.spec\.tsx?$|\/node_modules$/;
const STAMP = 'dist/.build-stamp';

/**
 * Identifies the state of the sources. Starting nx for it would take 4 to 6 seconds of CPU time. The time of the last
 * change of a file (ctime) cannot be set, so another content always has another fingerprint.
 * @param {string} root workspace folder
 * @returns {string}
 */
export function fingerprintOfSources(root) {
  return fingerprint(root, INPUTS, NO_INPUT);
}

/** True if the files in dist are those of the last complete build, and it was of these sources. */
export function isBuilt(root, sources) {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === stampOf(root, sources);
  } catch {
    return false;
  }
}

/**
 * Remembers a complete build of `sources`, unless a source file has changed since. Without space on the disk, the next
 * start asks nx again.
 */
export function stampBuild(root, sources) {
  if (fingerprintOfSources(root) !== sources) return;
  try {
    writeFileSync(join(root, STAMP), stampOf(root, sources));
  } catch {
    rmSync(join(root, STAMP), { force: true });
  }
}

function stampOf(root, sources) {
  return `${sources} ${fingerprint(root, ['dist'], /^dist\/\.build-stamp$/)} ${process.versions.modules}\n`;
}

function fingerprint(root, paths, excluded) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (excluded.test(path)) return;
    const stats = statSync(join(root, path), { bigint: true, throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) visit(`${path}/${name}`);
    } else if (stats) hash.update(`${path}\0${stats.size} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.ino}\0`);
  };
  paths.forEach(visit);
  return hash.digest('hex');
}
