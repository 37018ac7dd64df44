import type { Actor, Role } from './actor';
import type { Clock, NewId } from './clock';

/** What the security log of an account records (dashboard.md 13). */
export const SECURITY_EVENT_TYPES = [
  'account.created',
  'account.plan_changed',
  'account.suspended',
  'account.resumed',
  'account.exported',
  'account.second_factor_policy_changed',
  'owner.signed_in',
  'owner.sign_in_failed',
  'owner.password_changed',
  'owner.password_reset',
  'owner.email_changed',
  'owner.second_factor_enabled',
  'owner.second_factor_disabled',
  'owner.second_factor_reset',
  'owner.second_factor_failed',
  'owner.recovery_code_used',
  'owner.recovery_codes_renewed',
  'session.ended',
  'member.added',
  'member.role_changed',
  'member.removed',
  'member.left',
  'invitation.created',
  'invitation.revoked',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'webhook.created',
  'webhook.url_changed',
  'webhook.secret_rotated',
  'webhook.deleted',
  'identity_key.added',
  'identity_key.removed',
  'form.slug_changed',
  'feedback.exported',
  'feedback.imported',
  'feedback.import_undone',
  'feedback.deleted',
  'submitter.exported',
  'submitter.erased',
] as const;
export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number];

/** Who makes a request, and from which IP address. Without one, an operator command does. */
export interface Requester extends Actor {
  readonly ip?: string;
  /** For a member: the least role for the request. It is checked again in the transaction of a change (team.md 2). */
  readonly leastRole?: Role;
}

/** An entry of the security log. */
export interface SecurityEvent {
  /** A UUIDv7, so that IDs have the order of the entries. */
  readonly id: string;
  readonly accountId: string;
  readonly type: SecurityEventType;
  readonly createdAt: Date;
  readonly by: Requester;
  readonly subject: SecuritySubject;
}

/** What was changed, for example an API key. Never contains a secret. */
export interface SecuritySubject {
  readonly id?: string;
  /** For example the name of a key, or the host of a webhook. */
  readonly name?: string;
}

export type NewSecurityEvent = (
  accountId: string,
  type: SecurityEventType,
  by: Requester,
  subject?: SecuritySubject,
) => SecurityEvent;

/** Returns a function that creates events at the current time. */
export const securityEvents =
  (clock: Clock, newId: NewId): NewSecurityEvent =>
  (accountId, type, requester, subject = {}) => {
    const createdAt = clock();
    const { type: actor, id, ip, leastRole } = requester;
    const by = {
      type: actor,
      ...(id !== undefined && { id }),
      ...(ip !== undefined && { ip }),
      ...(leastRole !== undefined && { leastRole }),
    };
    return { id: newId(createdAt), accountId, type, createdAt, by, subject };
  };
