import { CliError, EXIT } from '../exit-codes';
import type { StoredSettings } from './settings-file';

type Env = Readonly<Record<string, string | undefined>>;

export interface Setting {
  readonly value: string;
  /** `--url`, `FEEDBACK_URL`, `FEEDBACK_API_KEY`, or the path of the file. */
  readonly from: string;
}

export interface Credentials {
  readonly url: Setting;
  readonly apiKey: Setting;
}

/** The environment variable that overrides the stored key. */
export const KEY_VARIABLE = 'FEEDBACK_API_KEY';

/** True for visible ASCII without spaces, which is valid in a header. The service validates the key. */
export const isKeyLike = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** For a key from the environment, which `feedback login` does not replace. */
export const SET_ANOTHER_KEY_HINT = `Set ${KEY_VARIABLE} to another key, or unset it and run \`feedback login\`.`;

const LOG_IN_HINT = 'Run `feedback login`, or set FEEDBACK_URL and FEEDBACK_API_KEY.';
const URL_HINT = 'Use a URL such as https://feedback.example.com.';

/**
 * Returns the key of the environment or the stored key, with the service URL.
 * @throws CliError without a key or a URL, and for a stored key with a URL other than its own
 */
export function resolveCredentials(
  stored: StoredSettings | null,
  env: Env,
  flag: string | undefined,
): Credentials {
  const envKey = env[KEY_VARIABLE]?.trim();
  if (envKey) {
    // fetch would repeat an invalid header value in its error.
    if (!isKeyLike(envKey))
      throw new CliError('FEEDBACK_API_KEY is not a valid key', EXIT.authentication, SET_ANOTHER_KEY_HINT);
    return { url: resolveServiceUrl(stored, env, flag), apiKey: { value: envKey, from: KEY_VARIABLE } };
  }
  if (!stored) throw new CliError('No API key is configured', EXIT.authentication, LOG_IN_HINT);
  const url = resolveServiceUrl(stored, env, flag);
  // Send a stored key only to its own service.
  if (url.value !== stored.url)
    throw new CliError(
      `The stored API key is for ${stored.url}, not for ${url.value} (from ${url.from})`,
      EXIT.authentication,
      'Log in to that service with `feedback login`, or set FEEDBACK_API_KEY.',
    );
  return { url, apiKey: { value: stored.apiKey, from: stored.path } };
}

/**
 * Returns the URL of the flag, the environment, or the file, in this order.
 * @throws CliError if none is set
 */
export function resolveServiceUrl(
  stored: StoredSettings | null,
  env: Env,
  flag: string | undefined,
): Setting {
  const setting = configuredUrl(env, flag) ?? (stored && { value: stored.url, from: stored.path });
  if (!setting)
    throw new CliError('No service URL is configured', EXIT.usage, 'Set FEEDBACK_URL or pass --url.');
  return setting;
}

/** Returns the URL of the flag or the environment; null if neither is set. */
export function configuredUrl(env: Env, flag: string | undefined): Setting | null {
  if (flag !== undefined) return { value: parseServiceUrl(flag, '--url'), from: '--url' };
  const value = env['FEEDBACK_URL']?.trim();
  return value ? { value: parseServiceUrl(value, 'FEEDBACK_URL'), from: 'FEEDBACK_URL' } : null;
}

/**
 * Normalizes a service URL: adds the scheme and removes `/api/v1`, the path of a page of the service, and a trailing
 * slash.
 * @param from the source of the URL, for the error message
 * @throws CliError if the URL is invalid
 */
export function parseServiceUrl(text: string, from: string): string {
  const trimmed = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed);
  const withScheme = hasScheme ? trimmed : `${isLocal(trimmed) ? 'http' : 'https'}://${trimmed}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  const isWeb = url && !url.username && !url.password && /^https?:$/.test(url.protocol);
  if (isWeb && SERVICE_PATHS.test(url.pathname)) return url.origin;
  if (!isWeb || url.search || url.hash)
    throw new CliError(`Invalid service URL (from ${from})`, EXIT.usage, URL_HINT);
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
}

/** Paths of the service that users copy from the address bar. */
const SERVICE_PATHS = /^\/(app|docs|f|api\/v1|mcp|widget\.js|cli\.tgz)(\/|$)/;

/** True for plain HTTP to a remote host, where a key can be intercepted. */
export const isInsecure = (url: string): boolean =>
  url.startsWith('http://') && !isLocal(url.slice('http://'.length));

const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(host);
