import type { FastifyRequest } from 'fastify';

export interface CookieRules {
  readonly prefix: '__Host-' | '';
  readonly attributes: string;
  /** False over plain HTTP to another machine: browsers silently discard a `Secure` cookie there. */
  readonly canBeSet: boolean;
}

/** True for hosts where a cookie is safe without TLS, because requests do not leave the machine. */
const isLocal = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Names and attributes of the dashboard's cookies (dashboard.md 2). */
export function cookieRules(publicUrl: string): CookieRules {
  const url = new URL(publicUrl);
  const isDevelopment = url.protocol === 'http:' && isLocal(url);
  return {
    prefix: isDevelopment ? '' : '__Host-',
    attributes: `Path=/; HttpOnly; SameSite=Lax${isDevelopment ? '' : '; Secure'}`,
    canBeSet: url.protocol === 'https:' || isDevelopment,
  };
}

/** Returns an empty string without such a cookie. Values need no unescaping: base64url with `.` and `~`. */
export function cookieValue({ headers }: FastifyRequest, name: string): string {
  const pair = headers.cookie?.split(/; ?/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}
