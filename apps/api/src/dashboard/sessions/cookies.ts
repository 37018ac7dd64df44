import type { FastifyRequest } from 'fastify';

export interface CookieRules {
  /** In front of every cookie's name. */
  readonly prefix: '__Host-' | '';
  readonly attributes: string;
  /** False over plain HTTP to another machine, where a browser drops a `Secure` cookie without a word. */
  readonly arePossible: boolean;
}

/** Where browsers keep a cookie without TLS, and nobody on the way can read it: there is no way. */
const isLocal = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Names and attributes of the dashboard's cookies (dashboard.md 2). */
export function cookieRules(publicUrl: string): CookieRules {
  const url = new URL(publicUrl);
  const isDevelopment = url.protocol === 'http:' && isLocal(url);
  return {
    prefix: isDevelopment ? '' : '__Host-',
    attributes: `Path=/; HttpOnly; SameSite=Lax${isDevelopment ? '' : '; Secure'}`,
    arePossible: url.protocol === 'https:' || isDevelopment,
  };
}

/** Empty without such a cookie. The values here are base64url and a few marks, which need no escaping. */
export function cookieValue({ headers }: FastifyRequest, name: string): string {
  const pair = headers.cookie?.split(/; ?/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}
