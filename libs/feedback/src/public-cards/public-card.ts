import {
  isText,
  longerThan,
  objectRule,
  optional,
  required,
  tooLongField,
  type Instant,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { titleRule } from '../items/feedback.rules';

/** Maximum length of the text, in code points (public.md 1). */
export const PUBLIC_TEXT_MAX = 2_000;

/**
 * What the public sees of an item. The members have the order in which PostgreSQL returns those of `jsonb`, so that an
 * item has the same JSON everywhere.
 */
export interface PublicCard {
  readonly url: string;
  readonly text: string | null;
  readonly title: string;
  /** When the item became public. Changing the card keeps it. */
  readonly published_at: Instant;
}

/** Text or null, stored as sent. */
const textRule: Rule<string | null> = {
  schema: { type: ['string', 'null'], maxLength: PUBLIC_TEXT_MAX },
  read(value, param, issues) {
    if (value === null || !isText(value, param, issues)) return null;
    if (longerThan(value, PUBLIC_TEXT_MAX)) issues.push(tooLongField(param, PUBLIC_TEXT_MAX));
    return value;
  },
};

const TEXTS = { title: required(titleRule), text: optional(textRule) };
/** The input of a card. */
export type CardTexts = ValuesOf<typeof TEXTS>;
export const publicCardRule = objectRule(TEXTS, {
  readOnly: { names: ['published_at', 'url'], verb: 'set' },
});

/** JSON Schema of a card as the service returns it. */
export const PUBLIC_CARD = {
  type: ['object', 'null'],
  properties: {
    url: { type: 'string' },
    text: textRule.schema,
    title: titleRule.schema,
    published_at: { type: 'string', format: 'date-time', pattern: '^[^ ]{10}T[^ ]{8}\\.\\d{3}Z$' },
  },
  required: ['url', 'text', 'title', 'published_at'],
};

/** Part of a change that publishes an item, or ends its card with null. */
export interface Publication {
  readonly public?: PublicCard | null;
}

export const isSameCard = (a: PublicCard | null, b: PublicCard | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.url === b.url &&
    a.text === b.text &&
    a.title === b.title &&
    a.published_at === b.published_at);
