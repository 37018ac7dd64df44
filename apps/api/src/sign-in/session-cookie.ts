import { SESSION_LIFE_SECONDS } from '@libs/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpsRequired } from '../http/errors';
import { cookieRules, cookieValue } from './cookies';

/** The session cookie (dashboard.md 2). */
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;
  private readonly canBeSet: boolean;

  constructor(publicUrl: string) {
    const { prefix, attributes, canBeSet } = cookieRules(publicUrl);
    this.name = `${prefix}session`;
    this.attributes = attributes;
    this.canBeSet = canBeSet;
  }

  /** Returns an empty string without a cookie. */
  tokenOf(request: FastifyRequest): string {
    return cookieValue(request, this.name);
  }

  /** @throws DomainError `permission` `https_required` if the browser would discard the cookie */
  assertCanBeSet(): void {
    if (!this.canBeSet) throw httpsRequired();
  }

  set(reply: FastifyReply, token: string): void {
    reply.header('set-cookie', `${this.name}=${token}; Max-Age=${SESSION_LIFE_SECONDS}; ${this.attributes}`);
  }

  /**
   * Deletes the session's data in the browser. `"cookies"` in this header would also delete the device cookie, even if
   * the same response sets it.
   */
  clear(reply: FastifyReply): void {
    this.clearData(reply);
    reply.header('set-cookie', `${this.name}=; Max-Age=0; ${this.attributes}`);
  }

  /** As `clear`, and keeps the session. */
  clearData(reply: FastifyReply): void {
    reply.header('clear-site-data', '"cache","storage"');
  }

  /** Deletes all data of the account in the browser, including the device cookie. */
  clearAll(reply: FastifyReply): void {
    this.clear(reply);
    reply.header('clear-site-data', '"cache","cookies","storage"');
  }
}
