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

/** Where a key may come from, instead of the file. */
export const KEY_VARIABLE = 'FEEDBACK_API_KEY';

/** One word that a header can hold; whether it is a key is the service's to say. */
export const isKeyLike = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Of a key of the environment: `feedback login` alone would change nothing. */
export const SET_ANOTHER_KEY_HINT = `Set ${KEY_VARIABLE} to another key, or unset it and run \`feedback login\`.`;

const LOG_IN_HINT = 'Run `feedback login`, or set FEEDBACK_URL and FEEDBACK_API_KEY.';
const URL_HINT = 'Use a URL such as https://feedback.example.com.';

/**
 * The key is that of the environment, else the stored one.
 * @throws CliError without a key or an address, and for a stored key with another address than its own
 */
export function resolveCredentials(
  stored: StoredSettings | null,
  env: Env,
  flag: string | undefined,
): Credentials {
  const envKey = env[KEY_VARIABLE]?.trim();
  if (envKey) {
    // What no header can hold would come back inside an error of the platform.
    if (!isKeyLike(envKey))
      throw new CliError('FEEDBACK_API_KEY is not a valid key', EXIT.authentication, SET_ANOTHER_KEY_HINT);
    return { url: resolveServiceUrl(stored, env, flag), apiKey: { value: envKey, from: KEY_VARIABLE } };
  }
  if (!stored) throw new CliError('No API key is configured', EXIT.authentication, LOG_IN_HINT);
  const url = resolveServiceUrl(stored, env, flag);
  // A key goes nowhere but to the service that it is of.
  if (url.value !== stored.url)
    throw new CliError(
      `The stored API key is for ${stored.url}, not for ${url.value} (from ${url.from})`,
      EXIT.authentication,
      'Log in to that service with `feedback login`, or set FEEDBACK_API_KEY.',
    );
  return { url, apiKey: { value: stored.apiKey, from: stored.path } };
}

/**
 * The address that a flag gives, else the environment, else the file.
 * @throws CliError when none does
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

/** Null when neither of the two says one. */
export function configuredUrl(env: Env, flag: string | undefined): Setting | null {
  if (flag !== undefined) return { value: parseServiceUrl(flag, '--url'), from: '--url' };
  const value = env['FEEDBACK_URL']?.trim();
  return value ? { value: parseServiceUrl(value, 'FEEDBACK_URL'), from: 'FEEDBACK_URL' } : null;
}

/**
 * An address as everything else here has it: with its scheme, without `/api/v1`, the path of a page of the service and a
 * slash at the end.
 * @param from what names it in the message
 * @throws CliError for what is none
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

/** What stands in the bar of a browser, and is copied from there: pages of the service, under its address. */
const SERVICE_PATHS = /^\/(app|docs|f|api\/v1|mcp|widget\.js|cli\.tgz)(\/|$)/;

/** Whether a key that is sent there can be read on the way. */
export const isInsecure = (url: string): boolean =>
  url.startsWith('http://') && !isLocal(url.slice('http://'.length));

const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(host);
