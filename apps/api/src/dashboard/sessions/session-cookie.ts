import { SESSION_LIFE_SECONDS } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpsRequired } from '../../http/errors';
import { cookieRules, cookieValue } from './cookies';

/** The cookie of dashboard.md 2. */
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;
  private readonly isPossible: boolean;

  constructor(publicUrl: string) {
    const { prefix, attributes, arePossible } = cookieRules(publicUrl);
    this.name = `${prefix}session`;
    this.attributes = attributes;
    this.isPossible = arePossible;
  }

  /** Empty when there is none. */
  tokenOf(request: FastifyRequest): string {
    return cookieValue(request, this.name);
  }

  /** @throws DomainError `permission` `https_required` where no session could be kept */
  assertPossible(): void {
    if (!this.isPossible) throw httpsRequired();
  }

  set(reply: FastifyReply, token: string): void {
    reply.header('set-cookie', `${this.name}=${token}; Max-Age=${SESSION_LIFE_SECONDS}; ${this.attributes}`);
  }

  /**
   * Signed out: of the session nothing stays in the browser. Naming "cookies" here would also delete the device cookie,
   * even one that the same response sets.
   */
  clear(reply: FastifyReply): void {
    reply.header('clear-site-data', '"cache","storage"');
    reply.header('set-cookie', `${this.name}=; Max-Age=0; ${this.attributes}`);
  }

  /** The account is gone: nothing of it stays in the browser. */
  clearAll(reply: FastifyReply): void {
    this.clear(reply);
    reply.header('clear-site-data', '"cache","cookies","storage"');
  }
}
