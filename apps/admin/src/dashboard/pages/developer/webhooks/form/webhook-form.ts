import type { NewWebhookBody, Webhook, WebhookChange } from '@libs/contract';
import { ApiError } from '../../../../api/requests/client';
import { t } from '../../../../../messages';

const ALL_EVENTS = '*';

/** The rows differ in their IDs, so that their fields keep the focus. */
export interface HeaderRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
}

/** The input of the dialogs. */
export interface WebhookForm {
  readonly url: string;
  readonly description: string;
  readonly isAll: boolean;
  /** The choice if it isn't all. */
  readonly events: readonly string[];
  readonly payload: Webhook['payload'];
  readonly signature: Webhook['signature'];
  /** Whose changes are left out: a kind of actor, or the ID of a key or a member. */
  readonly excludedActor: string | null;
  /** Null: the stored headers stay. */
  readonly headers: readonly HeaderRow[] | null;
}

const FIELDS = ['url', 'events', 'headers', 'description'] as const;
export type WebhookFormErrors = Partial<Record<(typeof FIELDS)[number], string>>;

export const EMPTY_WEBHOOK_FORM: WebhookForm = {
  url: '',
  description: '',
  isAll: true,
  events: [],
  payload: 'full',
  signature: 'hmac',
  excludedActor: null,
  headers: [],
};

const texts = t.webhookForm.errors;

export function formOf(webhook: Webhook): WebhookForm {
  const { url, description, events, payload, signature, headers } = webhook;
  const isAll = events.includes(ALL_EVENTS);
  return {
    url,
    description: description ?? '',
    isAll,
    events: isAll ? [] : events,
    payload,
    signature,
    excludedActor: webhook.exclude_actor,
    headers: headers.length > 0 ? null : [],
  };
}

export function webhookFormErrors({ url, isAll, events, headers }: WebhookForm): WebhookFormErrors {
  const headersProblem = headers && headersError(filled(headers));
  return {
    ...(url.trim() === '' && { url: texts.urlMissing }),
    ...(!isAll && events.length === 0 && { events: texts.events }),
    ...(headersProblem && { headers: headersProblem }),
  };
}

function headersError(rows: readonly HeaderRow[]): string | null {
  if (rows.some(({ name }) => name.trim() === '')) return texts.headerNames;
  if (rows.some(({ value }) => value.trim() === '')) return texts.headerValues;
  const names = new Set(rows.map(({ name }) => name.trim().toLowerCase()));
  return names.size < rows.length ? texts.headersRepeated : null;
}

/** Empty rows don't count. */
const filled = (rows: readonly HeaderRow[]) => rows.filter(({ name, value }) => (name + value).trim() !== '');

export const newWebhookBody = (form: WebhookForm): NewWebhookBody => ({
  ...commonBody(form),
  signature: form.signature,
});

export const webhookChange = (form: WebhookForm): WebhookChange => commonBody(form);

function commonBody({ url, description, isAll, events, payload, excludedActor, headers }: WebhookForm) {
  return {
    url: url.trim(),
    description: description.trim() || null,
    events: isAll ? [ALL_EVENTS] : events,
    payload,
    exclude_actor: excludedActor,
    ...(headers && {
      headers: Object.fromEntries(filled(headers).map(({ name, value }) => [name.trim(), value.trim()])),
    }),
  };
}

/** Messages by field; null if the error isn't about a field of the dialog. */
export function rejectedFields(error: unknown): WebhookFormErrors | null {
  if (!(error instanceof ApiError)) return null;
  const fields = FIELDS.filter((field) => error.fields[field]);
  return fields.length > 0 ? Object.fromEntries(fields.map((field) => [field, texts[field]])) : null;
}
