import type { MailContent, MailKind, MailParameters, SecondFactorChange } from '@libs/accounts';
import { FOLLOWER_TEXTS } from './follower-mail.texts';
import { NOTIFICATION_TEXTS } from './notification-mail.texts';
import type { MailTexts } from './parts/mail-parts';
import { withSafeTexts } from './written-text';

/** Texts of the layout. */
export const LAYOUT = {
  link: 'If the button doesn’t work, copy this link into your browser:',
  reason: (publicUrl: string) => `You got this message because of your account at ${publicUrl}.`,
  unsubscribe: 'Unsubscribe',
  settings: 'Choose which messages you get',
};

const SETTINGS = '/app/settings';
/** Path of the page with the settings of notifications. */
export const NOTIFICATION_SETTINGS = '/app/settings/notifications';
const secure =
  'If this wasn’t you, reset your password now, and sign out of sessions that you don’t recognize.';
const reset = (publicUrl: string) => ({ label: 'Reset password', url: `${publicUrl}/app/reset-password` });

const SECOND_FACTOR: Readonly<
  Record<
    SecondFactorChange,
    { readonly subject: string; readonly sentence: string; readonly advice?: string }
  >
> = {
  enabled: {
    subject: 'Two-factor authentication is on',
    sentence: 'Two-factor authentication was turned on for your account',
  },
  disabled: {
    subject: 'Two-factor authentication is off',
    sentence: 'Two-factor authentication was turned off for your account',
  },
  reset: {
    subject: 'Two-factor authentication was reset',
    sentence: 'An owner turned off two-factor authentication for your account',
    advice:
      'If you didn’t ask for this, change your password now, and set up two-factor authentication again.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used',
    sentence: 'Someone used a recovery code instead of a code of your authenticator app',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes',
    sentence: 'New recovery codes were made for your account. The old ones stopped working',
  },
};

/** The texts of some kinds. */
export type Catalogue<Kinds extends MailKind> = {
  readonly [K in Kinds]: (parameters: MailParameters[K], publicUrl: string) => MailTexts;
};

/** The texts of every kind of message (mail.md 2). */
export const MAIL_TEXTS: Catalogue<MailKind> = {
  password_reset: ({ token }, publicUrl) => ({
    subject: 'Reset your password',
    paragraphs: [
      'Someone asked to reset the password of your account.',
      'Set a new password with the button below. The link works once, for one hour.',
    ],
    action: { label: 'Set a new password', url: `${publicUrl}/app/reset-password#${token}` },
    advice: 'If this wasn’t you, ignore this message. Your password stays the same.',
  }),
  email_confirmation: ({ token, isNewPerson }, publicUrl) => ({
    subject: 'Confirm your email address',
    paragraphs: isNewPerson
      ? [
          'Someone signed up with this email address. Confirm that it is yours. The link works once, for 24 hours.',
          'Until then, you get no other messages about the account.',
        ]
      : [
          'Confirm that this is your new email address. The link works once, for 24 hours.',
          'After that, you sign in with this address.',
        ],
    action: { label: 'Confirm email address', url: `${publicUrl}/app/confirm-email#${token}` },
    advice: isNewPerson
      ? 'If this wasn’t you, ignore this message. You get no others.'
      : 'If this wasn’t you, ignore this message. Nothing changes.',
  }),
  email_change_requested: ({ newEmail }, publicUrl) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Someone signed in to your account asked to change its email address to ${newEmail}.`,
      'The change takes effect when the new address is confirmed. Until then, you can cancel it in your settings.',
    ],
    action: { label: 'Open settings', url: `${publicUrl}${SETTINGS}` },
    advice: 'If this wasn’t you, change your password now. That also cancels the change.',
  }),
  email_changed: ({ newEmail }) => ({
    subject: 'Your email address was changed',
    paragraphs: [`The email address of your account is now ${newEmail}. You sign in with it from now on.`],
    advice: 'If this wasn’t you, contact your administrator.',
  }),
  password_changed: ({ at }, publicUrl) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account was changed on ${timeText(at)}. All other sessions have ended.`,
    ],
    action: reset(publicUrl),
    advice: 'If this was you, there is nothing to do. Otherwise, reset your password now.',
  }),
  new_sign_in: ({ at, ip, userAgent }, publicUrl) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Someone signed in to your account with a browser that we don’t know, on ${timeText(at)}.`,
      ...(ip === undefined ? [] : [`IP address: ${ip}`]),
      ...(userAgent ? [`Browser: ${shortened(userAgent, USER_AGENT_MAX)}`] : []),
    ],
    action: reset(publicUrl),
    advice: secure,
  }),
  api_key_created: ({ account, name, at }, publicUrl) => ({
    subject: 'New API key',
    paragraphs: [`The API key “${name}” was created for ${account} on ${timeText(at)}.`],
    action: { label: 'View API keys', url: `${publicUrl}/app/developer` },
    advice: 'If you don’t recognize this key, revoke it and change your password.',
  }),
  member_added: ({ account, member, role }, publicUrl) => ({
    subject: role === 'owner' ? 'New owner' : 'New member',
    paragraphs: [
      role === 'owner'
        ? `${member} is now an owner of ${account}.`
        : `${member} can now access ${account}, with the role ${role}.`,
    ],
    action: { label: 'Open settings', url: `${publicUrl}${SETTINGS}` },
    advice: 'If you don’t recognize this person, remove them, and change your password.',
  }),
  invitation: ({ account, by, role, token }, publicUrl) => ({
    subject: `Invitation to ${shortened(account, SUBJECT_MAX)}`,
    paragraphs: [
      `${by} invites you to ${account}, with the role ${role}.`,
      'The link works once, for 7 days.',
    ],
    action: { label: 'Accept invitation', url: `${publicUrl}/app/invite#${token}` },
    advice: 'If you don’t know this person, ignore this message.',
    reason: `You got this message because someone at ${publicUrl} entered your email address.`,
  }),
  role_changed: ({ account, by, role }, publicUrl) => ({
    subject: `Your role in ${shortened(account, SUBJECT_MAX)} was changed`,
    paragraphs: [
      by === null
        ? `Your role in ${account} is now ${role}.`
        : `${by} changed your role in ${account} to ${role}.`,
    ],
    action: { label: 'Open dashboard', url: `${publicUrl}/app/inbox` },
  }),
  member_removed: ({ account, by }) => ({
    subject: `You were removed from ${shortened(account, SUBJECT_MAX)}`,
    paragraphs: [
      by === null ? `You were removed from ${account}.` : `${by} removed you from ${account}.`,
      'You no longer have access to its feedback. To get access again, ask a member for an invitation.',
    ],
  }),
  second_factor_changed: ({ change, at }, publicUrl) => ({
    subject: SECOND_FACTOR[change].subject,
    paragraphs: [`${SECOND_FACTOR[change].sentence} on ${timeText(at)}.`],
    action: { label: 'Open settings', url: `${publicUrl}${SETTINGS}` },
    advice: SECOND_FACTOR[change].advice ?? secure,
  }),
  account_deleted: ({ account, by }) => ({
    subject: `Account deleted: ${shortened(account, SUBJECT_MAX)}`,
    paragraphs: [
      `${by} deleted the account ${account} with all its data. This can’t be undone.`,
      'You got this message because you were an owner of the account.',
    ],
    advice: 'If this is unexpected, contact your administrator.',
  }),
  ...NOTIFICATION_TEXTS,
  ...FOLLOWER_TEXTS,
};

export const testTexts = (publicUrl: string): MailTexts => ({
  subject: 'Test message',
  paragraphs: [`The service at ${publicUrl} can send mail.`],
  advice: 'Someone ran the operator command mail-test. There is nothing to do.',
});

/** The texts of one message. */
export function mailTexts<K extends MailKind>(
  { kind, parameters }: MailContent<K>,
  publicUrl: string,
): MailTexts {
  return MAIL_TEXTS[kind](withSafeTexts(parameters), publicUrl);
}

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const timeText = (at: string): string => `${TIME.format(new Date(at))} UTC`;

const USER_AGENT_MAX = 200;
const SUBJECT_MAX = 60;

function shortened(value: string, max: number): string {
  const characters = [...value];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : value;
}
