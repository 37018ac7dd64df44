import type { Webhook } from '@libs/contract';
import { ApiError } from '../../../../api/requests/client';
import { t } from '../../../../../messages';
import {
  EMPTY_WEBHOOK_FORM,
  formOf,
  newWebhookBody,
  rejectedFields,
  webhookChange,
  webhookFormErrors,
  type WebhookForm,
} from './webhook-form';

const texts = t.webhookForm.errors;
const form = (more: Partial<WebhookForm> = {}): WebhookForm => ({
  ...EMPTY_WEBHOOK_FORM,
  url: 'https://hooks.example.com',
  ...more,
});
const rows = (...pairs: [string, string][]) => pairs.map(([name, value], id) => ({ id, name, value }));

describe('webhookFormErrors', () => {
  it.each<[string, Partial<WebhookForm>, object]>([
    ['nothing but a URL', {}, {}],
    ['no URL', { url: ' ' }, { url: texts.urlMissing }],
    ['no event types', { isAll: false }, { events: texts.events }],
    ['an event type', { isAll: false, events: ['feedback.created'] }, {}],
    ['a header and an empty row', { headers: rows(['X-Token', 'secret'], ['', ' ']) }, {}],
    ['a header without a name', { headers: rows(['', 'secret']) }, { headers: texts.headerNames }],
    ['a header without a value', { headers: rows(['X-Token', ' ']) }, { headers: texts.headerValues }],
    [
      'a repeated header',
      { headers: rows(['X-Token', '1'], ['x-token', '2']) },
      { headers: texts.headersRepeated },
    ],
    ['kept headers', { headers: null }, {}],
  ])('with %s', (_, more, expected) => expect(webhookFormErrors(form(more))).toEqual(expected));
});

describe('the request body', () => {
  it('has all values, trimmed', () =>
    expect(
      newWebhookBody(
        form({
          url: ' https://hooks.example.com ',
          description: ' Mirror ',
          isAll: false,
          events: ['feedback.deleted'],
          payload: 'thin',
          signature: 'ed25519',
          excludedActor: 'import',
          headers: rows([' X-Token ', ' secret '], ['', '']),
        }),
      ),
    ).toEqual({
      url: 'https://hooks.example.com',
      description: 'Mirror',
      events: ['feedback.deleted'],
      payload: 'thin',
      signature: 'ed25519',
      exclude_actor: 'import',
      headers: { 'X-Token': 'secret' },
    }));

  it('selects all events, whatever was selected before', () =>
    expect(newWebhookBody(form({ isAll: true, events: ['feedback.deleted'] })).events).toEqual(['*']));

  it('of a change has no signature, and no headers if they stay', () => {
    const change = webhookChange(form({ headers: null }));
    expect(change).not.toHaveProperty('signature');
    expect(change).not.toHaveProperty('headers');
    expect(webhookChange(form({ headers: [] })).headers).toEqual({});
  });
});

describe('formOf', () => {
  const webhook = {
    url: 'https://hooks.example.com',
    description: null,
    events: ['*'],
    payload: 'full',
    signature: 'hmac',
    exclude_actor: 'api_key',
    headers: [] as string[],
  } as unknown as Webhook;

  it('reads a webhook, so that a change without input changes nothing', () =>
    expect(webhookChange(formOf({ ...webhook, headers: ['X-Token'] }))).toEqual({
      url: 'https://hooks.example.com',
      description: null,
      events: ['*'],
      payload: 'full',
      exclude_actor: 'api_key',
    }));

  it('shows headers to add if there are none', () => expect(formOf(webhook).headers).toEqual([]));

  it('reads selected events', () =>
    expect(formOf({ ...webhook, events: ['feedback.created'] })).toMatchObject({
      isAll: false,
      events: ['feedback.created'],
    }));
});

describe('rejectedFields', () => {
  const rejected = (...fields: string[]) =>
    new ApiError(
      400,
      'invalid_request',
      'M',
      Object.fromEntries(fields.map((field) => [field, { code: 'invalid_value', message: 'M' }])),
    );

  it('returns a message for each field', () =>
    expect(rejectedFields(rejected('url', 'headers'))).toEqual({ url: texts.url, headers: texts.headers }));

  it('is null for other errors', () => {
    expect(rejectedFields(rejected('payload'))).toBeNull();
    expect(rejectedFields(new Error())).toBeNull();
  });
});
