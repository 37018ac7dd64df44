import {
  DomainError,
  missingField,
  multilineRule,
  nullable,
  objectRule,
  optional,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';

/** Maximum length of what the team writes, in code points (status-messages.md 1). */
export const MESSAGE_MAX = 1_000;
export const messageRule = nullable(multilineRule(MESSAGE_MAX));

const notifyRule = objectRule({ message: optional(messageRule) });
/** Asks to tell the followers of an item about its new status (status-messages.md 2). */
export type Notify = ValuesOf<typeof notifyRule.fields>;
/** The field of a change. */
export const NOTIFY = { notify: optional(nullable(notifyRule)) };

/** A change that can ask for a message. */
export interface Notifying {
  readonly notify?: Notify | null | undefined;
}

/** Requires the status that the message reports. */
export const withStatus = <R extends Rule<Notifying & { readonly status?: unknown }>>(rule: R): R => ({
  ...rule,
  read(value, param, issues) {
    const line = rule.read(value, param, issues);
    if (line.notify && line.status === undefined)
      issues.push(missingField(param === '' ? 'status' : `${param}.status`));
    return line;
  },
});

/** @throws DomainError `permission` `mail_not_configured` if a line asks for a message, and the service sends none */
export type AssertCanNotify = (lines: readonly Notifying[]) => void;

export const assertCanNotify =
  (hasMail: boolean): AssertCanNotify =>
  (lines) => {
    if (!hasMail && lines.some(({ notify }) => notify)) throw mailNotConfigured();
  };

export const mailNotConfigured = (): DomainError =>
  new DomainError(
    'permission',
    'mail_not_configured',
    'This service sends no mail, so no one can be told. Its operator turns mail on with SMTP_URL.',
  );
