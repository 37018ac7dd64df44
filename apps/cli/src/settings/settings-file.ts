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

/** The settings that `feedback login` stored. */
export interface StoredSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly path: string;
  /** True if other users could read the file. Reading it restricts the permissions. */
  readonly wasReadableByOthers: boolean;
}

const OWNER_ONLY = 0o600;
const OTHERS_MASK = 0o077;

/**
 * Returns null if there is no file.
 * @throws CliError if the file is invalid or unreadable
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
 * Writes the file atomically, readable only by its owner, and returns its path.
 * @throws CliError if the file cannot be written
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
    removeIfExists(temporaryPath);
    throw fileError('write', path, (error as NodeJS.ErrnoException).code);
  }
}

/**
 * Returns false if there was no file.
 * @throws CliError if the file cannot be removed
 */
export function removeSettings(env: Env): boolean {
  const path = settingsPath(env);
  try {
    return removeIfExists(path);
  } catch (error) {
    throw fileError('remove', path, (error as NodeJS.ErrnoException).code);
  }
}

function removeIfExists(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if (isMissing((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

/** `ENOTDIR`: a parent of the path is a file. */
const isMissing = (code: string | undefined): boolean => code === 'ENOENT' || code === 'ENOTDIR';

/** Returns the path in the XDG folder, in the Windows application data folder, or in the home folder. */
export function settingsPath(env: Env): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  // XDG: "All paths set in these environment variables must be absolute"; relative paths are ignored.
  const folder =
    xdg && isAbsolute(xdg) ? xdg : !home && appData ? appData : join(home || homedir(), '.config');
  return join(folder, 'feedback', 'config.json');
}

/** Not `recursive`: Node 20 loops forever where no folder can be created, such as in /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Removes the permissions of other users. Returns true if there were any. Windows has no such modes. */
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
