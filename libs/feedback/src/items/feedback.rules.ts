import {
  controlIn,
  emailRule,
  emptyField,
  hasControl,
  isText,
  lineRule,
  longerThan,
  nullable,
  oneOf,
  stringRule,
  tooLongField,
  unstorableField,
  type Rule,
} from '@libs/kernel';

/** Any status can follow any other (items.md 2). */
export const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'] as const;
export type Status = (typeof STATUSES)[number];

/** The surfaces that create items. An open set: later versions can add values (items.md 2). */
export const SOURCES = ['api', 'form', 'widget', 'dashboard', 'mcp', 'import'] as const;
export type Source = (typeof SOURCES)[number];

export const isStatus = (value: unknown): value is Status => STATUSES.includes(value as Status);
export const isSource = (value: unknown): value is Source => SOURCES.includes(value as Source);

/** Maximum lengths in code points (items.md 2). */
export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 10_000;
export const EXTERNAL_ID_MAX = 255;

export const statusRule: Rule<Status> = oneOf(STATUSES);
export const sourceRule: Rule<Source> = oneOf(SOURCES);
export const titleRule = lineRule(TITLE_MAX);
export const submitterEmailRule = nullable(emailRule);

/** Text or null, stored as sent. */
export const descriptionRule: Rule<string | null> = {
  schema: { type: ['string', 'null'], maxLength: DESCRIPTION_MAX },
  read(value, param, issues) {
    if (value === null || !isText(value, param, issues)) return null;
    if (longerThan(value, DESCRIPTION_MAX)) issues.push(tooLongField(param, DESCRIPTION_MAX));
    return value;
  },
};

/** The ID of an item in another system: one line, stored as sent. */
export const externalIdRule: Rule<string> = {
  schema: { type: 'string', minLength: 1, maxLength: EXTERNAL_ID_MAX },
  read(value, param, issues) {
    if (!isText(value, param, issues)) return '';
    if (value === '') issues.push(emptyField(param));
    else if (hasControl(value)) issues.push(unstorableField(param, controlIn(value)));
    else if (longerThan(value, EXTERNAL_ID_MAX)) issues.push(tooLongField(param, EXTERNAL_ID_MAX));
    return value;
  },
};

/** Any text, converted to lowercase. A malformed ID is not an error here; it matches no item (items.md 8). */
export const idRule: Rule<string> = {
  schema: { type: 'string', format: 'uuid' },
  read(value, param, issues) {
    stringRule.read(value, param, issues);
    return typeof value === 'string' ? value.toLowerCase() : (value as string);
  },
};
