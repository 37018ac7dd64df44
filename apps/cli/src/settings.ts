import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliError, EXIT } from './exit-codes';

type Env = Readonly<Record<string, string | undefined>>;

/** What `feedback login` wrote. */
export interface Settings {
  readonly url: string;
  readonly apiKey: string;
}

export interface Setting {
  readonly value: string;
  /** `--url`, `FEEDBACK_URL`, `FEEDBACK_API_KEY`, or the path of the file. */
  readonly from: string;
}

export interface Credentials {
  readonly url: Setting;
  readonly apiKey: Setting;
}

const LOG_IN = 'Run `feedback login`, or set FEEDBACK_URL and FEEDBACK_API_KEY.';

/** @throws CliError for a file that is there and cannot be used */
export function readSettings(env: Env): Settings | null {
  const path = settingsPath(env);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new CliError(`Cannot read ${path} (${code})`, EXIT.failure, LOG_IN);
  }
  const settings = settingsIn(text);
  if (!settings) throw new CliError(`${path} is not what feedback login writes`, EXIT.failure, LOG_IN);
  return settings;
}

function settingsIn(text: string): Settings | null {
  try {
    const { url, api_key: apiKey } = JSON.parse(text) as { url?: unknown; api_key?: unknown };
    return typeof url === 'string' && typeof apiKey === 'string' ? { url, apiKey } : null;
  } catch {
    return null;
  }
}

/** Where each of the two comes from: a flag, else the environment, else the file. */
export function credentialsOf(file: Settings | null, env: Env, flag: string | undefined): Credentials {
  const path = settingsPath(env);
  const url = addressGiven(env, flag) ?? (file && { value: file.url, from: path });
  const key = env['FEEDBACK_API_KEY']?.trim();
  const apiKey = key ? { value: key, from: 'FEEDBACK_API_KEY' } : file && { value: file.apiKey, from: path };
  if (!apiKey) throw new CliError('No API key is set up', EXIT.authentication, LOG_IN);
  if (!url)
    throw new CliError('No address of a service is set up', EXIT.usage, 'Set FEEDBACK_URL, or give --url.');
  // A key goes nowhere but to the service that it is of.
  if (apiKey.from === path && url.value !== file?.url)
    throw new CliError(
      `The stored API key is for ${file!.url}, not for ${url.value} (from ${url.from})`,
      EXIT.authentication,
      'Log in to that service with `feedback login`, or set FEEDBACK_API_KEY.',
    );
  return { url, apiKey };
}

/** The address that a flag or the environment gives; null when neither does. */
export function addressGiven(env: Env, flag: string | undefined): Setting | null {
  if (flag !== undefined) return { value: addressOf(flag, '--url'), from: '--url' };
  const value = env['FEEDBACK_URL']?.trim();
  return value ? { value: addressOf(value, 'FEEDBACK_URL'), from: 'FEEDBACK_URL' } : null;
}

/**
 * An address as everything else here has it: with its scheme, without `/api/v1` and without a slash at the end.
 * @param from what names it in the message
 * @throws CliError for what is none
 */
export function addressOf(text: string, from: string): string {
  const given = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(given);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/i.test(given);
  const whole = hasScheme ? given : `${isLocal ? 'http' : 'https'}://${given}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new CliError(
      `The address in ${from} is not one of a web service`,
      EXIT.usage,
      'It looks like https://feedback.example.com.',
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
}

/** As the platform keeps such files: XDG's place, or that of Windows. */
export function settingsPath(env: Env): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData, HOME: home } = env;
  // The specification of XDG says that a relative path is to be ignored.
  if (xdg?.startsWith('/')) return join(xdg, 'feedback', 'config.json');
  if (appData && !home) return join(appData, 'feedback', 'config.json');
  return join(home || homedir(), '.config', 'feedback', 'config.json');
}
