import type { AgreedRequest, ItemRequest, NewRequest, RequestChange } from '@libs/contract';
import { newRequestRule } from '@libs/feedback';
import { trimmed, type Issue } from '@libs/kernel';

/** The fields of a request that someone types or pastes, in the order of columns without a header. */
export const REQUEST_FIELDS = ['email', 'name', 'company', 'value', 'quote', 'link', 'count'] as const;
export type RequestField = (typeof REQUEST_FIELDS)[number];

/** The texts of fields; an absent one is empty. */
export type RequestTexts = Readonly<Partial<Record<RequestField, string>>>;

/** Decimals after a point or a comma, or thousands between commas. `1.200` could be either, so it is invalid. */
const NUMBER = /^(?:\d+(?:[.,]\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?)$/;

/** Reads a typed number; NaN if it is not clear which one it is. */
export function numberOf(text: string): number {
  if (!NUMBER.test(text)) return Number.NaN;
  return Number(/,\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''));
}

const valueOf = (field: RequestField, text: string): string | number =>
  field === 'value' || field === 'count' ? numberOf(text) : text;

/** Reads a request by the rule of the service. Empty fields are absent. */
export function readRequest(texts: RequestTexts): {
  readonly request: NewRequest;
  readonly invalid: readonly RequestField[];
} {
  const filled = REQUEST_FIELDS.flatMap((field) => {
    const text = trimmed(texts[field] ?? '');
    return text === '' ? [] : [[field, valueOf(field, text)] as const];
  });
  const issues: Issue[] = [];
  const request = newRequestRule.read(Object.fromEntries(filled), '', issues);
  const invalid = REQUEST_FIELDS.filter((field) => issues.some(({ param }) => param === field));
  return { request, invalid };
}

/** The person then follows the item (following.md 2). Only someone with an address can. */
export const withAgreement = (request: NewRequest, isAgreed: boolean): AgreedRequest =>
  isAgreed && request.email ? { ...request, notify: true } : request;

/** The texts of a stored request. */
export const textsOf = (request: ItemRequest): Record<RequestField, string> =>
  Object.fromEntries(
    REQUEST_FIELDS.map((field) => [
      field,
      field === 'count' && request.count === 1 ? '' : shown(request[field]),
    ]),
  ) as Record<RequestField, string>;

const shown = (value: string | number | null): string => String(value ?? '');

/** Returns the fields whose texts differ from those of the stored request; null clears a field. */
export function changeOf(current: ItemRequest, texts: RequestTexts): RequestChange {
  const { request } = readRequest(texts);
  const before = readRequest(textsOf(current)).request;
  const changed = REQUEST_FIELDS.filter((field) => request[field] !== before[field]);
  return Object.fromEntries(
    changed.map((field) => [field, request[field] ?? (field === 'count' ? 1 : null)]),
  ) as RequestChange;
}
