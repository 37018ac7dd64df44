import { isIP } from 'node:net';

/** Removes line breaks and surrounding whitespace, as the URL parser does. */
export const withoutWhitespace = (text: string) => text.replace(/[\t\n\r]|^\s+|\s+$/g, '');

export function isProxyList(text: string): boolean {
  if (/^\d{1,2}$/.test(text)) return true;
  return entriesOf(text).every(isNetwork);
}

/** Whether the text is an IP address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && fits && more.length === 0;
}

/** Whether the text is 32 bytes in base64. */
export function isEncryptionKey(text: string): boolean {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text;
}

/** The entries of a list that is separated by commas. */
export function entriesOf(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

/** Whether the text is a scheme, a host, and optionally a port, such as `https://app.example.com`. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Returns the origin of an http or https URL that has only a path `/`; any other text without whitespace around it. */
export function asOrigin(text: string): string {
  const trimmed = withoutWhitespace(text);
  if (!/^https?:\/\/[^/\\?#@]+\/?$/i.test(trimmed) || !URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).origin;
}

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^?#]+$/.test(text) && URL.canParse(text);
}

/** As OpenTelemetry reads it. */
export function isHeaderList(text: string): boolean {
  return text.split(',').every((pair) => /^\s*[\w-]+\s*=([\x20-\x24\x26-\x7e]|%[2-7][\da-f])+$/i.test(pair));
}

export function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

export function isProxyUrl(text: string): boolean {
  return /^http:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text);
}

/** The client compares the scheme in lowercase, and takes parameters of the URL as options. */
export function isRedisUrl(text: string): boolean {
  return /^rediss?:\/\//.test(text) && URL.canParse(text) && !/[?#]|%(?![\da-f]{2})/i.test(text);
}
