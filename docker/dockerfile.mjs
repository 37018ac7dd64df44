import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/*
 * Enough of Docker to run the steps of our own Dockerfile in folders: a stage is a folder, `RUN` a shell in its
 * WORKDIR. There is no isolation, so a step may use no absolute path. An instruction it does not know is an error.
 */

/**
 * @typedef {{ name?: string, steps: { word: string, rest: string }[] }} Stage
 * @typedef {{ root: string, directory: string, env: Record<string, string>, user?: { uid: number, gid: number },
 *   healthcheck: string[], cmd: string[] }} Image
 */

/** @returns {Stage[]} */
export function stagesOf(file) {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim());
  const stages = [];
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? refuse(line);
    if (word === 'ARG' && stages.length === 0) continue; // names the base image, which here is this machine
    if (word === 'FROM') stages.push({ name: / AS (\S+)$/.exec(rest)?.[1], steps: [] });
    else stages.at(-1).steps.push({ word, rest });
  }
  return stages;
}

/** Takes away what the image's build would never see. */
export function applyIgnoreFile(context, file) {
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), matches: globOf(line.replace(/^!/, '')) }));
  const isIgnored = (path) => rules.findLast(({ matches }) => matches.test(path))?.keeps === false;
  for (const entry of readdirSync(context, { recursive: true, encoding: 'utf8' })) {
    const path = join(context, entry);
    if (isIgnored(entry) && existsSync(path)) rmSync(path, { recursive: true });
  }
}

/** A pattern also matches everything below what it matches. */
function globOf(pattern) {
  const source = pattern
    .replace(/[.+^${}()|[\]]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}(?:/.*)?$`);
}

/**
 * Runs every step of every stage.
 * @param {{ stages: Stage[], context: string, home: string, env: Record<string, string>, say: (line: string) => void }} options
 * @returns {Image} the last one
 */
export function buildImage({ stages, context, home, env, say }) {
  const built = new Map();
  for (const [i, { name = String(i), steps }] of stages.entries()) {
    const image = { root: join(home, name), directory: '/', env: {}, healthcheck: [], cmd: [] };
    built.set(name, image);
    for (const { word, rest } of steps) {
      const step = STEPS[word] ?? refuse(`${word} ${rest}`);
      say(`${name}: ${word} ${rest}`);
      step(image, rest, { context, built, env });
    }
  }
  return [...built.values()].at(-1);
}

/** Where a path of the image is on this machine. */
export const within = (image, path = '.') =>
  path.startsWith('/') ? join(image.root, path) : join(image.root, image.directory, path);

const STEPS = {
  WORKDIR(image, path) {
    image.directory = path;
    mkdirSync(within(image), { recursive: true });
  },
  ENV(image, pairs) {
    for (const pair of pairs.split(' ')) {
      const [, name, value] = /^([A-Z_]+)=([^"'$]*)$/.exec(pair) ?? refuse(pair);
      image.env[name] = value;
    }
  },
  COPY(image, paths, { context, built }) {
    const from = /^--from=(\S+) /.exec(paths);
    const sources = paths.slice(from?.[0].length ?? 0).split(' ');
    const target = sources.pop();
    for (const path of sources) {
      const source = from ? within(built.get(from[1]), path) : join(context, path);
      const isInto = target.endsWith('/') && statSync(source).isFile();
      const destination = within(image, isInto ? join(target, basename(path)) : target);
      cpSync(source, destination, { recursive: true, verbatimSymlinks: true });
    }
  },
  RUN(image, command, { env }) {
    const { status } = spawnSync('sh', ['-c', command], {
      cwd: within(image),
      env: { ...env, ...image.env },
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) throw new Error(`RUN ${command} ended with status ${status}`);
  },
  USER(image, numbers) {
    const [, uid, gid] = /^(\d+):(\d+)$/.exec(numbers) ?? refuse(`USER ${numbers}`);
    image.user = { uid: Number(uid), gid: Number(gid) };
  },
  EXPOSE() {},
  HEALTHCHECK(image, text) {
    image.healthcheck = JSON.parse(/ CMD (\[.*\])$/.exec(text)[1]);
  },
  CMD(image, command) {
    image.cmd = JSON.parse(command);
  },
};

function refuse(what) {
  throw new Error(`The rehearsal does not know this part of the Dockerfile: ${what}`);
}

/** Megabytes of a folder. */
export function sizeOf(path) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  return Math.round(bytes / 1e6);
}
