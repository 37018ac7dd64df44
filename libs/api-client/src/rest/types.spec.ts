import type { ImportReport, ImportRow } from '@libs/contract';
import type { FeedbackClient } from './client';
import type { FeedbackEvent } from './types';
import type { components } from './openapi';
import type {
  ChangelogEntry,
  Feedback,
  FeedbackStatus,
  IssuedWebhookResponse,
  Key,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookList,
  WebhookResponse,
} from './types';

type Schemas = components['schemas'];

/** Only compiled, not run: the types that are not taken from the document. */
export const responsesOfTheDocument = (
  list: Schemas['WebhookList'],
  webhook: Schemas['WebhookResponse'],
  issued: Schemas['IssuedWebhookResponse'],
  page: Schemas['WebhookDeliveryPage'],
) => [
  list satisfies WebhookList,
  webhook satisfies WebhookResponse,
  issued satisfies IssuedWebhookResponse,
  page satisfies WebhookDeliveryPage,
];

/** Only compiled, not run. Code with `@ts-expect-error` must not compile; all other code must. */
export async function callEverything(client: FeedbackClient, id: string): Promise<unknown> {
  const page = await client.list({ status: 'planned', q: 'dark', sort: '-updated_at', include_total: true });
  const next: string | null = page.pagination.next_cursor;
  const { data, etag } = await client.get(id);
  const status: FeedbackStatus = data.status;
  await client.create({ title: 'Dark mode', description: null, status });
  await client.create({ title: 'Dark mode' }, { source: 'mcp' });
  const { account, expires_at } = (await client.key()).data satisfies Key;
  const plan: 'free' | 'pro' = account.plan;
  await client.update(id, { description: null }, { ifMatch: etag ?? '*' });
  await client.create({ title: 'Dark mode', external_id: 'ticket:4711' });
  void ((await client.list({ external_id: 'ticket:4711' })).data[0]?.external_id satisfies
    | string
    | null
    | undefined);
  const { created } = await client.upsert('ticket:4711', { title: 'Dark mode', status }, { ifMatch: '*' });
  void (created satisfies boolean);
  await client.external.update('ticket:4711', { external_id: null, add_tags: ['billing'] });
  await client.batch([{ id, status: 'shipped' }], { idempotencyKey: 'release-7' });
  const { changed } = await client.batch([{ id, title: 'Dark mode', if_match: '"3"' }], { dryRun: true });
  const { data: applied, results } = await client.batch({ operations: [{ method: 'delete', id }] });
  for (const item of applied) void (('deleted' in item ? item.deleted : item.title) satisfies true | string);
  void (results[0]?.etag satisfies string | undefined);
  for await (const item of client.listAll({ created_after: '2026-01-01T00:00:00Z' }))
    void (item satisfies Feedback);
  for await (const entry of client.changelog.listAll({ status: 'draft' }))
    void (entry satisfies ChangelogEntry);
  for await (const item of client.export({ status: 'new' })) void (item satisfies Feedback);
  const row: ImportRow = { title: 'Dark mode', external_id: 'canny:1' };
  const { data: report } = await client.import([row], { dryRun: true });
  void (report satisfies ImportReport);
  await client.import(client.export());
  await client.import('title\nDark mode\n', { format: 'csv' });
  for await (const { event, cursor } of client.events({
    types: ['feedback.updated'],
    after: null,
    limit: 5,
  })) {
    void (event satisfies FeedbackEvent);
    if (event.type === 'feedback.updated') void (event.data.previous?.title satisfies string | undefined);
    if (event.type === 'feedback.imported') void (event.data.import.created satisfies number);
    if (event.type === 'feedback.created' && 'title' in event.data.feedback)
      void (event.data.feedback satisfies Feedback);
    client.events({ after: cursor, follow: true, signal: AbortSignal.timeout(1) });
  }
  const { data: webhook } = await client.webhooks.create({ url: 'https://example.com', events: ['*'] });
  void (webhook.secret satisfies string | undefined);
  void (webhook.headers satisfies readonly string[]);
  await client.webhooks.update(webhook.id, { exclude_actor: null });
  await client.webhooks.update(webhook.id, { headers: { Authorization: 'Bearer 8e03978e' } });
  const deliveries = await client.webhooks.deliveries(webhook.id, { status: 'failed' });
  void (deliveries.data satisfies readonly WebhookDelivery[]);
  await client.webhooks.replay(webhook.id, { since: '2026-01-01T00:00:00Z', dryRun: true });
  return [next, changed[0]?.fields, plan, expires_at satisfies string | null];
}

export async function callsWithTypeErrors(client: FeedbackClient, id: string): Promise<void> {
  // @ts-expect-error -- unknown status
  await client.list({ status: 'open' });
  // @ts-expect-error -- unknown parameter
  await client.list({ state: 'new' });
  // @ts-expect-error -- limit is a number
  await client.list({ limit: '5' });
  // @ts-expect-error -- listAll has no offset
  client.listAll({ offset: 5 });
  // @ts-expect-error -- listAll has no total
  client.listAll({ include_total: true });
  // @ts-expect-error -- a title is required
  await client.create({ description: 'My eyes hurt at night.' });
  // @ts-expect-error -- the service creates IDs
  await client.create({ title: 'Dark mode', id });
  // @ts-expect-error -- api is the default source and cannot be set
  await client.create({ title: 'Dark mode' }, { source: 'api' });
  // @ts-expect-error -- submitter_email cannot be changed
  await client.update(id, { submitter_email: 'ada@example.com' });
  await client.update(id, { external_id: 'ticket:4711' });
  // @ts-expect-error -- an upsert requires the title
  await client.upsert('ticket:4711', { status: 'planned' });
  // @ts-expect-error -- the external ID of an upsert is its first argument
  await client.upsert('ticket:4711', { title: 'Dark mode', external_id: 'ticket:4711' });
  // @ts-expect-error -- title cannot be null
  await client.update(id, { title: null });
  // @ts-expect-error -- an update requires an ID
  await client.batch([{ status: 'planned' }]);
  // @ts-expect-error -- an upsert requires an external ID
  await client.batch({ operations: [{ method: 'upsert', title: 'Dark mode' }] });
  // @ts-expect-error -- an export has no limit
  client.export({ limit: 5 });
  // @ts-expect-error -- unknown format
  await client.exportFile({ format: 'xml' });
  // @ts-expect-error -- a row requires a title
  await client.import([{ description: 'My eyes hurt at night.' }]);
  // @ts-expect-error -- a file requires a format
  await client.import('title\nDark mode\n');
  // @ts-expect-error -- a webhook requires types of events
  await client.webhooks.create({ url: 'https://example.com' });
  // @ts-expect-error -- the signature cannot be changed
  await client.webhooks.update(id, { signature: 'ed25519' });
  // @ts-expect-error -- a replay requires its start
  await client.webhooks.replay(id, {});
  // @ts-expect-error -- unknown type of event
  client.events({ types: ['feedback.liked'] });
  for await (const { event } of client.events()) {
    // @ts-expect-error -- only updates have previous values
    if (event.type === 'feedback.created') void event.data.previous;
    // @ts-expect-error -- the item may have been deleted since
    if (event.type === 'feedback.created') void event.data.feedback.title;
  }
  const { data } = await client.get(id);
  // @ts-expect-error -- items are read-only
  data.title = 'Light mode';
  // @ts-expect-error -- description can be null
  void data.description.length;
}

it('accepts valid calls and rejects invalid ones at compile time', () => {
  expect([callEverything, callsWithTypeErrors, responsesOfTheDocument]).toHaveLength(3);
});
