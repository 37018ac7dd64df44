import { client } from './hey-api/client.gen.js';
import {
  createFeedback,
  exportFeedback,
  importFeedback,
  listFeedback,
  updateFeedback,
  updateFeedbackBatch,
  type FeedbackStatus,
  type NewFeedback,
} from './hey-api/index.js';

const [, , baseUrl = '', apiKey = ''] = process.argv;
client.setConfig({ baseUrl, auth: apiKey });

const created = await createFeedback({ body: { title: 'Dark mode' } });
if (created.error) throw new Error(created.error.error.message);
const { id, status } = created.data.data;

const listed = await listFeedback();
const planned: FeedbackStatus = 'planned';
const updated = await updateFeedback({ path: { id }, body: { status: planned } });
const batch = await updateFeedbackBatch({ body: { updates: [{ id, status: 'shipped' }] } });

const json = await exportFeedback();
const csv = await exportFeedback({ query: { format: 'csv' }, parseAs: 'text' });
// @hey-api/openapi-ts generates types for the JSON media type of a response only.
const csvText = String(csv.data);

const importedCsv = await importFeedback({ body: 'title\nPrint a list\n' });
const importedLines = await importFeedback({
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: '{"title":"Export as CSV"}\n',
});

// @ts-expect-error -- a title is required
const refused = await createFeedback({ body: {} });
// @ts-expect-error -- there is no such field
void ({ title: 'Dark mode', votes: 3 } satisfies NewFeedback);

console.log(
  JSON.stringify({
    created: status,
    listed: listed.data?.data.map(({ title }) => title),
    updated: updated.data?.data.status,
    batch: batch.data?.data.map((item) => ('status' in item ? item.status : null)),
    exported: json.data?.data.map(({ title }) => title),
    csv: csvText.split('\r\n')[1]?.split(',')[1],
    imported: (importedCsv.data?.data.created ?? 0) + (importedLines.data?.data.created ?? 0),
    refused: refused.error?.error.code,
  }),
);
