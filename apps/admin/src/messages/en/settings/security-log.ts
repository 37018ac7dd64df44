import type { SecurityLogEntry } from '@libs/contract';

const items = (count: string | null) =>
  count === '1' ? '1 item' : `${Number(count).toLocaleString('en')} items`;

/** Whom an event is about, unless it is the actor. */
export interface EventPerson {
  readonly name: string;
  readonly isSelf: boolean;
}
type Person = EventPerson | null;

/** "Role changed", "Role of Ben changed", or "Your role was changed". */
function changed(what: string, person: Person, change: string): string {
  if (person?.isSelf) return `Your ${what[0]!.toLowerCase()}${what.slice(1)} was ${change}`;
  return `${what}${person ? ` of ${person.name}` : ''} ${change}`;
}
const as = (person: Person) => (person === null ? '' : ` as ${person.name}`);
const TWO_FACTOR = 'Two-factor authentication';

/** What happened, by type. A type without a text does not compile. */
const types = {
  'account.created': () => 'Account created',
  'account.plan_changed': (plan) => `Plan changed to ${plan}`,
  'account.suspended': () => 'Account suspended',
  'account.resumed': () => 'Account resumed',
  'account.second_factor_policy_changed': (policy) =>
    `Two-factor authentication is now ${policy} for everyone`,
  'account.exported': () => 'All data exported',
  'owner.signed_in': () => 'Signed in',
  'owner.sign_in_failed': (_, person) => `Sign-in${as(person)} failed: incorrect password`,
  'owner.password_changed': () => 'Password changed',
  'owner.password_reset': (_, person) => changed('Password', person, 'reset'),
  'owner.email_changed': () => 'Email address changed',
  'owner.second_factor_enabled': (_, person) => changed(TWO_FACTOR, person, 'turned on'),
  'owner.second_factor_disabled': (_, person) => changed(TWO_FACTOR, person, 'turned off'),
  'owner.second_factor_reset': (_, person) => changed(TWO_FACTOR, person, 'reset'),
  'owner.second_factor_failed': (_, person) => `Sign-in${as(person)} failed: incorrect code`,
  'owner.recovery_code_used': (_, person) => changed('Recovery code', person, 'used'),
  'owner.recovery_codes_renewed': () => 'New recovery codes made',
  'session.ended': () => 'Other sessions signed out',
  'member.added': (role) => `Joined as ${role}`,
  'member.role_changed': (role, person) => changed('Role', person, `changed to ${role}`),
  'member.removed': (name) => `${name} removed from the account`,
  'member.left': (name) => `${name} left the account`,
  'invitation.created': (role) => `Invitation for the role ${role} created`,
  'invitation.revoked': () => 'Invitation revoked',
  'api_key.created': (name) => `API key “${name}” created`,
  'api_key.rotated': (name) => `API key “${name}” rotated`,
  'api_key.revoked': (name) => `API key “${name}” revoked`,
  'webhook.created': (host) => `Webhook to ${host} created`,
  'webhook.url_changed': (host) => `Webhook URL changed to ${host}`,
  'webhook.secret_rotated': (host) => `Secret of the webhook to ${host} rotated`,
  'webhook.deleted': (host) => `Webhook to ${host} deleted`,
  'identity_key.added': (name) => `Identity key added: ${name}`,
  'identity_key.removed': (name) => `Identity key deleted: ${name}`,
  'form.slug_changed': (slug) => `Form URL changed to /f/${slug}`,
  'feedback.exported': (format) => `Feedback exported as ${format?.toUpperCase()}`,
  'feedback.imported': (count) => `${items(count)} imported`,
  'feedback.import_undone': () => 'Import undone',
  'feedback.deleted': (count) => `${items(count)} deleted`,
  'submitter.exported': () => 'Data of a submitter exported',
  'submitter.erased': () => 'Data of a submitter erased',
} satisfies Record<SecurityLogEntry['type'], (name: string | null, person: Person) => string>;

export const securityLog = {
  title: 'Security log',
  lead: 'Sign-ins and changes that affect access to your account in the last 90 days.',
  list: 'Security events',
  loading: 'Loading the security log',
  failed: 'Couldn’t load the security log',
  more: 'Load more',
  moreFailed: 'Couldn’t load more events.',
  emptyTitle: 'No security events',
  emptyText: 'Sign-ins, changes of API keys and webhooks, exports, and deletions appear here.',
  back: 'Settings',
  types,
  by: 'by',
  actors: {
    owner: 'You',
    api_key: (name: string | undefined) => (name === undefined ? 'An API key' : `API key “${name}”`),
    visitor: 'Someone who wasn’t signed in',
    import: 'Import',
    system: 'Administrator',
  },
  /** Whom an event is about. */
  people: {
    owner: 'you',
    former: 'a former member',
    unknown: 'a member',
    api_key: () => 'an API key',
    visitor: 'a visitor',
    import: 'an import',
    system: 'an administrator',
  },
  ip: 'IP address',
};
