import { SESSION_LIFE_SECONDS } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpsRequired } from '../http/refusals';

/** Where browsers keep a cookie without TLS that nobody on the way can read: there is no way. */
const isLocal = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * The cookie of API.md 4.2. By header, since there is one cookie and it has one form: its token is base64url, which
 * needs no escaping.
 */
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;
  /** Over plain http to another machine a browser would drop a `Secure` cookie without a word. */
  private readonly isPossible: boolean;

  constructor(publicUrl: string) {
    const url = new URL(publicUrl);
    const isDevelopment = url.protocol === 'http:' && isLocal(url);
    this.name = isDevelopment ? 'session' : '__Host-session';
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${isDevelopment ? '' : '; Secure'}`;
    this.isPossible = url.protocol === 'https:' || isDevelopment;
  }

  /** Empty when there is none. */
  tokenOf({ headers }: FastifyRequest): string {
    const prefix = `${this.name}=`;
    const pair = headers.cookie?.split(/; ?/).find((text) => text.startsWith(prefix));
    return pair?.slice(prefix.length) ?? '';
  }

  /** @throws DomainError `permission` `https_required` where no session could be kept */
  assertPossible(): void {
    if (!this.isPossible) throw httpsRequired();
  }

  set(reply: FastifyReply, token: string): void {
    reply.header('set-cookie', `${this.name}=${token}; Max-Age=${SESSION_LIFE_SECONDS}; ${this.attributes}`);
  }

  /** Signed out: nothing of it stays in the browser. */
  clear(reply: FastifyReply): void {
    reply.header('clear-site-data', '"cache","cookies","storage"');
    reply.header('set-cookie', `${this.name}=; Max-Age=0; ${this.attributes}`);
  }
}
