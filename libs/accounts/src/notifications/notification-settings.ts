import {
  booleanRule,
  invalidValue,
  isText,
  isUuid,
  missingField,
  nullable,
  objectRule,
  oneOf,
  optional,
  throwIfInvalid,
  timeZoneRule,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import {
  AT_ONCE,
  DAILY,
  NEW_FEEDBACK_MAIL,
  READ_IDS_MAX,
  type AtOnce,
  type Daily,
  type NewFeedbackMail,
} from '../limits';

/** Which notifications and messages a person gets in one account (notifications.md 4). */
export interface NotificationSettings {
  /** Whether the bell shows new feedback. */
  readonly newFeedbackInApp: boolean;
  readonly newFeedbackMail: NewFeedbackMail;
  /** The view whose items mails about new feedback contain; null for all items. */
  readonly newFeedbackView: string | null;
  readonly assignedMail: AtOnce;
  readonly mentionedMail: AtOnce;
  /** About disabled webhooks and imports. */
  readonly serviceMail: AtOnce;
  readonly quarantineMail: Daily;
  /** Name in the IANA database. */
  readonly timeZone: string;
}

export const DEFAULT_SETTINGS: NotificationSettings = {
  newFeedbackInApp: true,
  newFeedbackMail: 'off',
  newFeedbackView: null,
  assignedMail: 'immediately',
  mentionedMail: 'immediately',
  serviceMail: 'immediately',
  quarantineMail: 'off',
  timeZone: 'UTC',
};

const UUID_DEMAND = 'must be an ID';
const uuidRule: Rule<string> = {
  schema: { type: 'string', format: 'uuid' },
  demand: UUID_DEMAND,
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    const id = value.toLowerCase();
    if (!isUuid(id)) issues.push(invalidValue(param, UUID_DEMAND));
    return id;
  },
};

const SETTINGS = {
  new_feedback_in_app: optional(booleanRule),
  new_feedback_mail: optional(oneOf(NEW_FEEDBACK_MAIL)),
  new_feedback_view: optional(nullable(uuidRule)),
  assigned_mail: optional(oneOf(AT_ONCE)),
  mentioned_mail: optional(oneOf(AT_ONCE)),
  service_mail: optional(oneOf(AT_ONCE)),
  quarantine_mail: optional(oneOf(DAILY)),
  time_zone: optional(timeZoneRule),
};
export type SettingsInput = ValuesOf<typeof SETTINGS>;
export const notificationSettingsRule = objectRule(SETTINGS);

/** Returns the settings of an input, without those that it lacks. */
export function settingsOf(input: SettingsInput): Partial<NotificationSettings> {
  const settings: { [Name in keyof NotificationSettings]: NotificationSettings[Name] | undefined } = {
    newFeedbackInApp: input.new_feedback_in_app,
    newFeedbackMail: input.new_feedback_mail,
    newFeedbackView: input.new_feedback_view,
    assignedMail: input.assigned_mail,
    mentionedMail: input.mentioned_mail,
    serviceMail: input.service_mail,
    quarantineMail: input.quarantine_mail,
    timeZone: input.time_zone,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

const IDS_DEMAND = `must be a list of 1 to ${READ_IDS_MAX} IDs`;
const idsRule: Rule<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: READ_IDS_MAX },
  demand: IDS_DEMAND,
  read(value, param, issues) {
    const isList = Array.isArray(value) && value.length > 0 && value.length <= READ_IDS_MAX;
    const ids = isList ? value.map((id) => String(id).toLowerCase()) : [];
    if (!isList || !ids.every(isUuid)) issues.push(invalidValue(param, IDS_DEMAND));
    return ids;
  },
};

const ALL_DEMAND = 'must be true';
const allRule: Rule<true> = {
  schema: { type: 'boolean', const: true },
  demand: ALL_DEMAND,
  read(value, param, issues) {
    if (value !== true) issues.push(invalidValue(param, ALL_DEMAND));
    return true;
  },
};

const READ = { ids: optional(idsRule), all: optional(allRule), item_id: optional(uuidRule) };
/** Which notifications to mark as read: those with the IDs, those only about an item, or all. */
export type ReadInput = ValuesOf<typeof READ>;
export const readRule = objectRule(READ);

/** @throws DomainError `validation` unless the input has exactly one field */
export function assertOneToRead(input: ReadInput): void {
  const [first, second] = (['ids', 'item_id', 'all'] as const).filter((name) => input[name] !== undefined);
  if (first === undefined) throwIfInvalid([missingField('ids')]);
  else if (second !== undefined) throwIfInvalid([invalidValue(second, `must not be combined with ${first}`)]);
}
