import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.js';

const [, , baseUrl = '', apiKey = ''] = process.argv;
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': apiKey } });

const created = await client.POST('/feedback', { body: { title: 'Dark mode' } });
if (created.error) throw new Error(created.error.error.message);
const { id, status } = created.data.data;

const listed = await client.GET('/feedback');
const planned: components['schemas']['FeedbackStatus'] = 'planned';
const updated = await client.PATCH('/feedback/{id}', {
  params: { path: { id } },
  body: { status: planned },
});
const batch = await client.POST('/feedback/batch', { body: { updates: [{ id, status: 'shipped' }] } });

const json = await client.GET('/feedback/export');
const csv = await client.GET('/feedback/export', {
  params: { query: { format: 'csv' } },
  parseAs: 'text',
});
const csvText: string | undefined = csv.data;

const asText = { bodySerializer: (text: string) => text };
const importedCsv = await client.POST('/feedback/import', {
  ...asText,
  headers: { 'Content-Type': 'text/csv' },
  body: 'title\nPrint a list\n',
});
const importedLines = await client.POST('/feedback/import', {
  ...asText,
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: '{"title":"Export as CSV"}\n',
});

// @ts-expect-error -- a title is required
const refused = await client.POST('/feedback', { body: {} });
// @ts-expect-error -- there is no such field
void ({ title: 'Dark mode', votes: 3 } satisfies components['schemas']['NewFeedback']);

console.log(
  JSON.stringify({
    created: status,
    listed: listed.data?.data.map(({ title }) => title),
    updated: updated.data?.data.status,
    batch: batch.data?.data.map((item) => ('status' in item ? item.status : null)),
    exported: typeof json.data === 'object' ? json.data.data.map(({ title }) => title) : json.data,
    csv: csvText?.split('\r\n')[1]?.split(',')[1],
    imported: (importedCsv.data?.data.created ?? 0) + (importedLines.data?.data.created ?? 0),
    refused: refused.error?.error.code,
  }),
);
