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
export const SET_ANOTHER_KEY = `Set ${KEY_VARIABLE} to another key, or unset it and run \`feedback login\`.`;

const LOG_IN = 'Run `feedback login`, or set FEEDBACK_URL and FEEDBACK_API_KEY.';
const EXAMPLE = 'It looks like https://feedback.example.com.';

/**
 * The key is that of the environment, else the stored one.
 * @throws CliError without a key or an address, and for a stored key with another address than its own
 */
export function credentialsOf(
  stored: StoredSettings | null,
  env: Env,
  flag: string | undefined,
): Credentials {
  const given = env[KEY_VARIABLE]?.trim();
  if (given) {
    // What no header can hold would come back inside an error of the platform.
    if (!isKeyLike(given))
      throw new CliError('FEEDBACK_API_KEY is not an API key', EXIT.authentication, SET_ANOTHER_KEY);
    return { url: addressSetting(stored, env, flag), apiKey: { value: given, from: KEY_VARIABLE } };
  }
  if (!stored) throw new CliError('No API key is set up', EXIT.authentication, LOG_IN);
  const url = addressSetting(stored, env, flag);
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
export function addressSetting(stored: StoredSettings | null, env: Env, flag: string | undefined): Setting {
  const setting = addressGiven(env, flag) ?? (stored && { value: stored.url, from: stored.path });
  if (!setting)
    throw new CliError('No address of a service is set up', EXIT.usage, 'Set FEEDBACK_URL, or give --url.');
  return setting;
}

/** Null when neither of the two says one. */
export function addressGiven(env: Env, flag: string | undefined): Setting | null {
  if (flag !== undefined) return { value: addressOf(flag, '--url'), from: '--url' };
  const value = env['FEEDBACK_URL']?.trim();
  return value ? { value: addressOf(value, 'FEEDBACK_URL'), from: 'FEEDBACK_URL' } : null;
}

/**
 * An address as everything else here has it: with its scheme, without `/api/v1`, the path of a page of the service and a
 * slash at the end.
 * @param from what names it in the message
 * @throws CliError for what is none
 */
export function addressOf(text: string, from: string): string {
  const given = text.trim();
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(given);
  const whole = hasScheme ? given : `${isLocal(given) ? 'http' : 'https'}://${given}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  const isWeb = url && !url.username && !url.password && /^https?:$/.test(url.protocol);
  if (isWeb && PAGES.test(url.pathname)) return url.origin;
  if (!isWeb || url.search || url.hash)
    throw new CliError(`The address in ${from} is not one of a web service`, EXIT.usage, EXAMPLE);
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}`;
}

/** What stands in the bar of a browser, and is copied from there: pages of the service, under its address. */
const PAGES = /^\/(app|docs|f|api\/v1|mcp|widget\.js|cli\.tgz)(\/|$)/;

/** Whether a key that is sent there can be read on the way. */
export const isOpen = (address: string): boolean =>
  address.startsWith('http://') && !isLocal(address.slice('http://'.length));

const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])([:/]|$)/i.test(host);
