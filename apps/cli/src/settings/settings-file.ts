import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { CliError, EXIT } from '../exit-codes';
import { parseServiceUrl, isKeyLike } from './settings';

type Env = Readonly<Record<string, string | undefined>>;

/** What `feedback login` wrote. */
export interface StoredSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly path: string;
  /** Others could read the file; now they cannot. */
  readonly wasReadableByOthers: boolean;
}

const OWNER_ONLY = 0o600;
const OTHERS_MASK = 0o077;

/**
 * Null when nobody has logged in.
 * @throws CliError for a file that is there and cannot be used
 */
export function readSettings(env: Env): StoredSettings | null {
  const path = settingsPath(env);
  try {
    const file = openSync(path, 'r');
    try {
      const { mode } = fstatSync(file);
      const { url, api_key: apiKey } = parseSettings(readFileSync(file, 'utf8'));
      if (typeof url !== 'string' || typeof apiKey !== 'string' || !isKeyLike(apiKey))
        throw invalidFileError(path);
      return { url: parseServiceUrl(url, path), apiKey, path, wasReadableByOthers: restrictMode(path, mode) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isMissing(code)) return null;
    throw error instanceof CliError ? error : fileError('read', path, code);
  }
}

/**
 * The whole file or nothing of it, for the owner only.
 * @throws CliError where it cannot be written
 */
export function writeSettings(env: Env, { url, apiKey }: { url: string; apiKey: string }): string {
  const path = settingsPath(env);
  const folder = dirname(path);
  const temporaryPath = `${path}.${crypto.randomUUID()}`;
  try {
    for (const one of [dirname(folder), folder]) makeFolder(one);
    restrictMode(folder, statSync(folder).mode, 0o700);
    const file = openSync(temporaryPath, 'wx', OWNER_ONLY);
    try {
      writeSync(file, `${JSON.stringify({ url, api_key: apiKey }, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporaryPath, path);
    return path;
  } catch (error) {
    removeIfThere(temporaryPath);
    throw fileError('write', path, (error as NodeJS.ErrnoException).code);
  }
}

/**
 * False when there was nothing to remove.
 * @throws CliError where it stays
 */
export function removeSettings(env: Env): boolean {
  const path = settingsPath(env);
  try {
    return removeIfThere(path);
  } catch (error) {
    throw fileError('remove', path, (error as NodeJS.ErrnoException).code);
  }
}

function removeIfThere(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (isMissing((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

/** `ENOTDIR` where a file stands in the place of a folder on the way. */
const isMissing = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** As each platform keeps such files: in XDG's folder, in that of Windows, else in the home folder. */
export function settingsPath(env: Env): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  // XDG: "All paths set in these environment variables must be absolute"; others are to be ignored.
  const folder =
    xdg && isAbsolute(xdg) ? xdg : !home && appData ? appData : join(home || homedir(), '.config');
  return join(folder, 'feedback', 'config.json');
}

/** Not `recursive`: where nothing may be made, as below /proc, Node 20 tries that for ever. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Takes what it grants to others; true when it granted something. Windows keeps no such modes. */
function restrictMode(path: string, mode: number, to = OWNER_ONLY): boolean {
  if (process.platform === 'win32' || (mode & OTHERS_MASK) === 0) return false;
  chmodSync(path, to);
  return true;
}

function parseSettings(text: string): { url?: unknown; api_key?: unknown } {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

const invalidFileError = (path: string): CliError =>
  new CliError(`Invalid settings file: ${path}`, EXIT.failure, 'Run `feedback login` again.');

const fileError = (action: string, path: string, code: string | undefined): CliError =>
  new CliError(
    `Cannot ${action} ${path}${code ? ` (${code})` : ''}`,
    EXIT.failure,
    'Set FEEDBACK_URL and FEEDBACK_API_KEY instead, or move the file with XDG_CONFIG_HOME.',
  );
