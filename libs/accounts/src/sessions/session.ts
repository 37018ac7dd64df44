import { randomBytes } from 'node:crypto';
import { DomainError, type Role } from '@libs/kernel';
import type { Account } from '../account/account';
import type { Person } from '../people/person';

/** A stored session of a person, without its token (dashboard.md 2). */
export interface Session {
  readonly id: string;
  /** The current account, which the person is a member of (team.md 4). */
  readonly accountId: string;
  readonly personId: string;
  /** SHA-256 of the token. */
  readonly digest: Buffer;
  readonly createdAt: Date;
  /** Precise to a minute: requests within a minute after the stored one are not stored. */
  readonly lastSeenAt: Date;
  /** Time of the last reauthentication; null if there was none. */
  readonly reauthenticatedAt: Date | null;
  /** `User-Agent` of the browser: at most 300 ASCII characters. */
  readonly userAgent: string | null;
}

/** The authenticated member of a request. */
export interface SignedIn {
  readonly accountId: string;
  readonly personId: string;
  readonly sessionId: string;
  readonly account: Account;
  readonly person: Pick<Person, 'id' | 'name' | 'email' | 'emailConfirmedAt'>;
  readonly role: Role;
  /** True for 5 minutes after a reauthentication, which sensitive changes require. */
  readonly isReauthenticated: boolean;
  /** True if the account requires a second factor and this person has none (second-factor.md 5). */
  readonly mustSetUpSecondFactor: boolean;
}

/** A new token for the cookie, and its session. The token is not stored. */
export interface OpenedSession {
  readonly token: string;
  readonly signedIn: SignedIn;
}

const SESSION_IDLE_SECONDS = 24 * 3600;
export const SESSION_LIFE_SECONDS = 30 * 24 * 3600;
const REAUTHENTICATION_SECONDS = 300;
export const USER_AGENT_MAX = 300;

/** 256 random bits in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const TOKEN = /^[\w-]{43}$/;
export const isToken = (text: string): boolean => TOKEN.test(text);

export interface NewSession {
  readonly accountId: string;
  readonly personId: string;
  readonly digest: Buffer;
  readonly userAgent: string | undefined;
}

export function newSession(input: NewSession, id: string, now: Date): Session {
  const userAgent = input.userAgent?.replace(/[^\x20-\x7e]/g, '?').slice(0, USER_AGENT_MAX);
  return {
    ...input,
    id,
    createdAt: now,
    lastSeenAt: now,
    reauthenticatedAt: null,
    userAgent: userAgent || null,
  };
}

/** Sessions that were last seen at `idleSince` or earlier, or created at `begunSince` or earlier, have ended. */
export function sessionBounds(now: Date): { readonly idleSince: Date; readonly begunSince: Date } {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return { idleSince: ago(SESSION_IDLE_SECONDS), begunSince: ago(SESSION_LIFE_SECONDS) };
}

export function isLive({ createdAt, lastSeenAt }: Session, now: Date): boolean {
  const { idleSince, begunSince } = sessionBounds(now);
  return lastSeenAt > idleSince && createdAt > begunSince;
}

export function isReauthenticated({ reauthenticatedAt }: Session, now: Date): boolean {
  if (reauthenticatedAt === null) return false;
  const age = now.getTime() - reauthenticatedAt.getTime();
  return age >= 0 && age < REAUTHENTICATION_SECONDS * 1000;
}

/** @throws DomainError `permission` `reauthentication_required` */
export function assertReauthenticated({ isReauthenticated }: SignedIn): void {
  if (isReauthenticated) return;
  throw new DomainError('permission', 'reauthentication_required', 'Enter your password to make this change');
}

export const sessionRequired = () =>
  new DomainError('authentication', 'session_required', 'Sign in to continue');

export const sessionNotFound = () => new DomainError('not_found', 'session_not_found', 'Session not found');

/** The same message for an unknown email address and a wrong password (dashboard.md 3). */
export const wrongCredentials = () =>
  new DomainError('authentication', 'invalid_credentials', 'Invalid email or password');
