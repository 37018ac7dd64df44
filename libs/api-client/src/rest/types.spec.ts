import type { ImportReport, ImportRow } from '@libs/contract';
import type { FeedbackClient } from './client';
import type { Feedback, FeedbackStatus, Key } from './types';

/** Nothing here runs: what is said to be wrong must not compile, and the rest must. */
export async function everyCall(client: FeedbackClient, id: string): Promise<unknown> {
  const page = await client.list({ status: 'planned', q: 'dark', sort: '-updated_at', include_total: true });
  const next: string | null = page.pagination.next_cursor;
  const { data, etag } = await client.get(id);
  const status: FeedbackStatus = data.status;
  await client.create({ title: 'Dark mode', description: null, status });
  await client.create({ title: 'Dark mode' }, { source: 'mcp' });
  const { account, expires_at } = (await client.key()).data satisfies Key;
  const plan: 'free' | 'pro' = account.plan;
  await client.update(id, { description: null }, { ifMatch: etag ?? '*' });
  await client.batch([{ id, status: 'shipped' }], { idempotencyKey: 'release-7' });
  const { changed } = await client.batch([{ id, title: 'Dark mode' }], { dryRun: true });
  for await (const item of client.listAll({ created_after: '2026-01-01T00:00:00Z' }))
    void (item satisfies Feedback);
  for await (const item of client.export({ status: 'new' })) void (item satisfies Feedback);
  const row: ImportRow = { title: 'Dark mode', external_id: 'canny:1' };
  const { data: report } = await client.import([row], { dryRun: true });
  void (report satisfies ImportReport);
  await client.import(client.export());
  await client.import('title\nDark mode\n', { format: 'csv' });
  return [next, changed[0]?.fields, plan, expires_at satisfies string | null];
}

export async function whatDoesNotCompile(client: FeedbackClient, id: string): Promise<void> {
  // @ts-expect-error -- there is no such status
  await client.list({ status: 'open' });
  // @ts-expect-error -- there is no such parameter
  await client.list({ state: 'new' });
  // @ts-expect-error -- a number
  await client.list({ limit: '5' });
  // @ts-expect-error -- a walk by cursor has no offset
  client.listAll({ offset: 5 });
  // @ts-expect-error -- and no total
  client.listAll({ include_total: true });
  // @ts-expect-error -- a title is required
  await client.create({ description: 'My eyes hurt at night.' });
  // @ts-expect-error -- the service makes ids
  await client.create({ title: 'Dark mode', id });
  // @ts-expect-error -- api is not claimed, it is
  await client.create({ title: 'Dark mode' }, { source: 'api' });
  // @ts-expect-error -- who gave it stays
  await client.update(id, { submitter_email: 'ada@example.com' });
  // @ts-expect-error -- a title cannot be cleared
  await client.update(id, { title: null });
  // @ts-expect-error -- an update names its item
  await client.batch([{ status: 'planned' }]);
  // @ts-expect-error -- an export has no pages
  client.export({ limit: 5 });
  // @ts-expect-error -- there is no such format
  await client.exportFile({ format: 'xml' });
  // @ts-expect-error -- a row has a title
  await client.import([{ description: 'My eyes hurt at night.' }]);
  // @ts-expect-error -- a file has a format
  await client.import('title\nDark mode\n');
  const { data } = await client.get(id);
  // @ts-expect-error -- what was read is not changed in place
  data.title = 'Light mode';
  // @ts-expect-error -- it may be null
  void data.description.length;
}

it('compiles', () => {
  expect([everyCall, whatDoesNotCompile]).toHaveLength(2);
});
