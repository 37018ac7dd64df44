import {
  assertVersion,
  DEFAULT_STATUS,
  feedbackNotFound,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  mailNotConfigured,
  notifyLimitExceeded,
  type Feedback,
  type ItemField,
} from '@libs/feedback';
import { invalidIfMatch, weakTag } from '../http/conditional/if-match';
import {
  failure,
  FORBIDDEN_TO_CHANGE,
  MALFORMED_REQUEST,
  MALFORMED_URL,
  NO_QUERY,
  thrownBy,
  TOO_MANY_REQUESTS,
} from './error-responses';
import { RATE_LIMITS } from './headers';
import type { Schema } from './openapi.types';
import { withDescriptions } from './schemas';

export const DESCRIPTION = 'Free text, stored as sent.';
export const EXTERNAL =
  'ID of the item in another system, unique in your account. Case-sensitive, without control characters.';
export const MERGED_INTO =
  'ID of an item that this one is a duplicate of, and is merged into with its own duplicates; null unmerges it. A ' +
  'merged item is left out of lists, and no other field of it can change.';

export const TITLE =
  'A single line. Leading and trailing whitespace is removed. The length counts Unicode code points.';
export const TAGS =
  'Names of tags, without commas and semicolons. Regardless of case; the stored spelling is kept. Tags that do not exist ' +
  'are created.';
export const EMAIL = 'Email address of the submitter, as browsers accept it, with a dot in the domain.';

export const CONTEXT =
  'Where the item was written: the URL of the page, of which query and fragment are removed, the language of the ' +
  'browser, and any data of your application. At most 2,048 bytes of JSON.';

export const TOKEN =
  'An identity token: a JWT that your server signs, with the slug of the form as `aud`. Its `email`, `name`, `company`, and ' +
  '`value` replace other ones, and are verified.';

export const LINKS =
  'Pages elsewhere that belong to the item. Each URL at most once, without a user name and password.';

/** Of the fields of an upsert. */
export const UPSERT_DESCRIPTIONS: Readonly<Record<string, Schema>> = {
  title: { description: TITLE },
  description: { description: `${DESCRIPTION} Null clears the description.` },
  submitter_email: { description: `${EMAIL} Stored only if the item is created.` },
  status: { description: `Defaults to \`${DEFAULT_STATUS}\` if the item is created.` },
  tags: { description: `${TAGS} Replaces all tags of the item.` },
  links: { description: `${LINKS} Replaces all links of the item.` },
};

/** Of the fields of an update. */
export const CHANGE_DESCRIPTIONS: Readonly<Record<string, Schema>> = {
  description: { description: `${DESCRIPTION} Null clears the description.` },
  external_id: { description: `${EXTERNAL} Null clears it.` },
  merged_into: { description: MERGED_INTO },
  tags: {
    description: 'Replaces all tags of the item. Cannot be combined with `add_tags` and `remove_tags`.',
  },
  links: { description: `${LINKS} Replaces all links of the item.` },
  add_tags: { description: 'Adds these tags after `remove_tags`. Tags that do not exist are created.' },
  remove_tags: { description: 'Removes those of these tags that the item has.' },
  notify: {
    description:
      'Tells the people who follow the item about its new status, in two minutes. `message` is what your team writes. ' +
      'Requires `status`. Without it, no one is told.',
  },
};

const ITEM_DESCRIPTIONS: Readonly<Record<ItemField, Schema>> = {
  id: { description: 'ID of the item, a UUIDv7.' },
  title: { description: 'Title, a single line.' },
  description: { description: DESCRIPTION },
  submitter_email: { description: 'Email address of the submitter.' },
  status: {},
  source: { description: 'How the item was created. New values can be added.' },
  created_at: { description: 'When the item was created.' },
  updated_at: { description: 'When the item was last changed.' },
  external_id: { description: EXTERNAL },
  merged_into: { description: 'ID of the item that this one is a duplicate of; null if it is not merged.' },
  duplicate_count: { description: 'Number of items that are merged into this one.' },
  request_count: {
    description:
      'Number of people who ask for the item or one of its duplicates: distinct email addresses, plus requests ' +
      'without an address. Those of the item alone if it is merged.',
  },
  request_value: {
    description: 'What their companies are worth together, each counted once with its highest value.',
  },
  unconfirmed_votes: {
    description:
      'Number of votes for its public card, and for those of its duplicates, without an address: one per network ' +
      'and card. `request_count` does not contain them.',
  },
  tags: { description: 'Names of the tags, in alphabetical order.' },
  assignee: { description: 'The team member who works on it. Set in the dashboard.' },
  links: { description: 'Pages elsewhere that belong to the item, such as a ticket.' },
  public: {
    description:
      'What the public sees of the item; null if it is private. Never derived from the other fields.',
  },
  context: { description: 'Where the item was written; null if nothing is known. Set when it is created.' },
  verified: { description: 'Whether an identity token said who submitted it.' },
};
const fields: Schema = {
  properties: Object.fromEntries(ITEM_FIELD_NAMES.map((name) => [name, ITEM_FIELDS[name]])),
};
export const { properties: ITEM_PROPERTIES } = withDescriptions(fields, ITEM_DESCRIPTIONS);

const changed = thrownBy(() => assertVersion({ version: 2 } as Feedback, [1]));
export const ETAG_MISMATCH = { etag_mismatch: changed, etag_mismatch_weak: weakTag(changed) };
export const INVALID_IF_MATCH = { invalid_if_match: invalidIfMatch() };

/** The failed responses of operations on one item. */
export const itemFailures = {
  FeedbackNotFound: failure({
    description: 'The account has no item with this ID.',
    errors: { feedback_not_found: feedbackNotFound() },
  }),
  InvalidItemRequest: failure({
    description: 'The URL is malformed or has a query parameter.',
    errors: { ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST },
  }),
  InvalidDeletion: failure({
    description: 'The URL is malformed or has a query parameter, or `If-Match` is invalid.',
    errors: { ...NO_QUERY, ...MALFORMED_URL, ...INVALID_IF_MATCH, ...MALFORMED_REQUEST },
  }),
  ForbiddenToNotify: failure({
    description:
      'The API key does not have permission to make changes, or `notify` is not possible because the service sends no ' +
      'mail. Or the account is suspended, or the request was sent over plain HTTP.',
    errors: { ...FORBIDDEN_TO_CHANGE, mail_not_configured: mailNotConfigured() },
  }),
  TooManyMessages: failure({
    description:
      'The account has asked for too many messages (`notify`) in 24 hours, or the API key exceeded a rate ' +
      'limit (this request does not count), the IP address sent too many invalid API keys, or the account has too many ' +
      'concurrent requests.',
    errors: { ...TOO_MANY_REQUESTS, notify_limit_exceeded: notifyLimitExceeded() },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  FeedbackChanged: failure({
    description: 'The item has changed since the version in `If-Match`. Nothing was changed.',
    errors: ETAG_MISMATCH,
    headers: [...RATE_LIMITS, 'ETag'],
  }),
};
