import {
  folded,
  integerRule,
  invalidValue,
  missingField,
  oneOf,
  optional,
  readFields,
  stringRule,
  trimmed,
  type Issue,
  type NewId,
} from '@libs/kernel';
import { externalIdRule, idRule, titleRule } from '../items/feedback.rules';
import {
  COUNT_DEMAND,
  COUNT_MAX,
  newRequest,
  REQUEST_FIELDS,
  REQUEST_SOURCES,
  type FeedbackRequest,
} from '../requests/request';
import { instantRule, timeOfId } from './import.rules';
import { orText } from './imported-requests.rules';

const NAMES = {
  feedback_id: optional(idRule),
  external_id: optional(externalIdRule),
  title: optional(titleRule),
};
const REQUEST = {
  ...REQUEST_FIELDS,
  value: optional(orText(REQUEST_FIELDS.value.rule)),
  count: optional(orText(integerRule(1, COUNT_MAX))),
};

/** What only the requests of an export have. */
const EXPORTED = {
  id: optional(stringRule),
  source: optional(oneOf(REQUEST_SOURCES)),
};
const IGNORED = ['confirmed_at', 'verified'];

/** The columns of an import of requests (import.md 12). One of the first three names the item. */
export const REQUEST_ROW_COLUMNS: readonly string[] = [
  ...Object.keys(NAMES),
  ...Object.keys(REQUEST),
  'created_at',
  ...Object.keys(EXPORTED),
  ...IGNORED,
];
export const ITEM_NAMES = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** How a row names the item that exists. Titles are folded. */
export interface ItemName {
  readonly by: keyof typeof NAMES;
  readonly value: string;
}

/** A request whose item is looked up by its name; `feedback_id` is empty until then. */
export interface ImportedRequest {
  readonly item: ItemName;
  readonly request: FeedbackRequest;
}

/** `unknown` and `ambiguous` are about the item; `existing` is a request of an address that asked already. */
export type RequestOutcome = 'created' | 'existing' | 'unknown' | 'ambiguous';

/** Titles are the same if people would read them as the same. */
export const titleKey = (title: string): string => folded(trimmed(title));

/** Converts a row to a request. If the row is invalid, adds its errors to `issues` and returns null. */
export function importedRequest(
  accountId: string,
  values: Readonly<Record<string, unknown>>,
  { now, newId }: { readonly now: Date; readonly newId: NewId },
  issues: Issue[],
): ImportedRequest | null {
  const before = issues.length;
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const names = readFields(NAMES, present, '', issues);
  const input = readFields(REQUEST, present, '', issues);
  const exported = readFields(EXPORTED, present, '', issues);
  const { created_at: at } = readFields({ created_at: optional(instantRule(now)) }, present, '', issues);
  const by = ITEM_NAMES.find((name) => names[name] !== undefined);
  if (by === undefined && issues.length === before) issues.push(missingField('external_id'));
  if (input.email && (input.count ?? 1) > 1) issues.push(invalidValue('count', COUNT_DEMAND));
  if (by === undefined || issues.length > before) return null;
  const time = at === undefined ? now : new Date(at);
  const value = by === 'title' ? titleKey(names[by]!) : names[by]!;
  const id = exported.id?.toLowerCase();
  const isOfTime = at !== undefined && id !== undefined && timeOfId(id) === time.getTime();
  const isKept = isOfTime || id === names.feedback_id;
  const place = { id: (isKept && id) || newId(time), now: time };
  const request = newRequest(accountId, '', input, exported.source ?? 'import', place);
  return { item: { by, value }, request };
}

/** Returns the request with the item that was found. A submission is one person, whose address is that of the item. */
export const requestFor = (itemId: string, { request }: ImportedRequest): FeedbackRequest => ({
  ...request,
  feedback_id: itemId,
  ...(request.id === itemId && { email: null, count: 1 }),
});

/** Whether the row is a submission of which an export has no details. */
export const hasNoDetails = ({ item, request }: ImportedRequest): boolean =>
  item.by === 'feedback_id' &&
  item.value === request.id &&
  (['name', 'company', 'value', 'quote', 'link'] as const).every((name) => request[name] === null);

/** The error of a row whose item is not found, or whose title several items have. */
export const itemIssue = (outcome: 'unknown' | 'ambiguous', by: ItemName['by']): Issue =>
  outcome === 'unknown'
    ? { param: by, code: 'feedback_not_found', message: `Feedback item not found: ${by}` }
    : {
        param: by,
        code: 'ambiguous_title',
        message: `Several items have this ${by}: use feedback_id or external_id`,
      };
