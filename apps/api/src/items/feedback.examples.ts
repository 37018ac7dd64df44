import {
  DESCRIPTION_MAX,
  EXTERNAL_ID_MAX,
  feedbackChangeRule,
  feedbackJson,
  merged,
  newFeedback,
  newFeedbackRule,
  NOT_MERGED,
  PAGE_MAX,
  TITLE_MAX,
  upsertRule,
  type Feedback,
  type GroupMember,
} from '@libs/feedback';
import { parse } from '@libs/kernel';
import { CursorCodec } from '../cursors/cursor';
import { listJson, listRequest } from './list.http';
import { externalIdOf, sourceOf } from './items.http';
import { jsonOf, readBody } from '../http/body';
import { NO_QUERY, thrownBy } from '../openapi/error-responses';
import { example } from '../openapi/schemas';

/*
 * The examples are created by the code that they document: the functions that create responses, and the rules that
 * reject requests. So they always match the service.
 */

export const ACCOUNT = '019cb323-e4ff-7000-8000-000000000000';
export const cursors = new CursorCodec(new Uint8Array(32));

export const EXTERNAL_ID = 'ticket:4711';

const EVERYTHING = {
  title: 'Dark mode',
  description: 'My eyes hurt at night.',
  submitter_email: 'ada@example.com',
  status: 'new',
};
const exampleItem = (id: string, at: string): Feedback =>
  newFeedback(ACCOUNT, parse(newFeedbackRule, EVERYTHING), 'api', id, new Date(at));

export const darkMode = exampleItem('019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f', '2026-03-03T10:00:00.000Z');
const printing: Feedback = {
  ...darkMode,
  id: '019cadfd-8900-7d4e-8f60-718293a4b5c6',
  title: 'Print a list',
  description: null,
  submitterEmail: null,
  status: 'declined',
  source: 'widget',
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T16:45:00.000Z',
};
const bare: Feedback = { ...darkMode, description: null, submitterEmail: null };
const planned: Feedback = {
  ...darkMode,
  status: 'planned',
  updatedAt: '2026-03-04T08:30:00.000Z',
  version: 2,
};
export const csvExport: Feedback = {
  ...exampleItem('019cb84a-4100-7a2b-9c4d-5e6f708192a3', '2026-03-04T10:00:00.000Z'),
  title: 'Export as CSV',
  description: null,
  submitterEmail: null,
  source: 'form',
};

function page(query: Record<string, string>, items: Feedback[], hasMore: boolean, total?: number) {
  const request = listRequest(query, ACCOUNT, cursors);
  return listJson({ items, hasMore, total }, request, cursors);
}

const firstPage = page({ limit: '2' }, [csvExport, darkMode], true);
export const CURSOR = firstPage.pagination.next_cursor!;

export const LISTED = {
  first_page: example('The first page', firstPage),
  last_page_by_cursor: example(
    'The last page, with `cursor`',
    page({ limit: '2', cursor: CURSOR }, [printing], false),
  ),
  with_total: example(
    'With `include_total=true`',
    page({ limit: '2', include_total: 'true' }, [csvExport, darkMode], true, 3),
  ),
  found: example(
    'With `q=CSV&sort=title&created_after=2026-03-04T00:00:00Z`',
    page({ q: 'CSV', sort: 'title', created_after: '2026-03-04T00:00:00Z' }, [csvExport], false),
  ),
  empty: example('No items', page({}, [], false)),
};

export const SUBMITTED = {
  title_only: example('Required fields only', { title: 'Dark mode' }),
  everything: example('All fields', { ...EVERYTHING, external_id: EXTERNAL_ID, tags: ['design', 'mobile'] }),
};
export const CREATED = {
  title_only: example('Required fields only', { data: feedbackJson(bare) }),
  everything: example('All fields', {
    data: feedbackJson({ ...darkMode, externalId: EXTERNAL_ID, tags: ['design', 'mobile'] }),
  }),
};
export const READ = { item: example('A feedback item', { data: feedbackJson(darkMode) }) };
export const REVISED_BY = {
  status: example('Change the status', { status: 'planned' }),
  clear_description: example('Clear the description', { description: null }),
  tags: example('Replace the tags', { tags: ['design', 'mobile'] }),
  nothing: example('Change nothing', {}),
  merge: example('Merge the item into another one', { merged_into: printing.id }),
};
export const REVISED = {
  item: example('The updated item', { data: feedbackJson(planned) }),
  merged: example('The merged item', {
    data: feedbackJson({ ...darkMode, updatedAt: planned.updatedAt, mergedInto: printing.id }),
  }),
};

export const UPSERTED_BY = {
  title_only: example('Required fields only', { title: 'Dark mode' }),
  status: example('Set the status too', { title: 'Dark mode', status: 'planned' }),
};
export const UPSERTED = {
  updated: example('The updated item', { data: feedbackJson({ ...planned, externalId: EXTERNAL_ID }) }),
};
export const UPSERT_CREATED = {
  created: example('The new item', { data: feedbackJson({ ...bare, externalId: EXTERNAL_ID }) }),
};

/** Invalid list queries by example name. */
export const INVALID_QUERIES: Record<string, Record<string, string | string[]>> = {
  invalid_parameter: { limit: `${PAGE_MAX + 1}` },
  invalid_parameter_status: { status: 'open' },
  invalid_parameter_q: { q: '' },
  invalid_parameter_sort: { sort: 'votes' },
  invalid_parameter_submitter_email: { submitter_email: 'ada' },
  invalid_parameter_external_id: { external_id: '' },
  invalid_parameter_tag: { tag: 'design;mobile' },
  invalid_parameter_untagged: { untagged: 'yes' },
  invalid_parameter_created_after: { created_after: '2026-03-03' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
  several: { limit: '0', offset: '-1' },
};

/** Invalid queries of POST. */
export const INVALID_SOURCES: Record<string, Record<string, string | string[]>> = {
  invalid_parameter: { source: 'api' },
  repeated_parameter: { source: ['mcp', 'mcp'] },
  unknown_parameter: { page: '2' },
};

/** Invalid bodies of POST: a JSON value, or raw bytes. */
export const INVALID_SUBMISSIONS: Record<string, unknown> = {
  missing_required_field: { description: 'No title' },
  invalid_type: { title: 5 },
  null_not_allowed: { title: 'Dark mode', status: null },
  empty_value: { title: '   ' },
  too_long: { title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_value: { title: 'Dark mode', status: 'open' },
  invalid_format: { title: 'Dark mode', submitter_email: 'ada' },
  invalid_characters: { title: 'Dark\u0000mode' },
  unknown_field: { title: 'Dark mode', votes: 3 },
  read_only_field: { title: 'Dark mode', id: darkMode.id },
  several: { title: '', status: 'open' },
  invalid_body: [],
  malformed_json: Buffer.from('{"title":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

/** Invalid bodies of PATCH. */
export const INVALID_CHANGES: Record<string, unknown> = {
  invalid_type: { title: 5 },
  null_not_allowed: { title: null },
  empty_value: { title: '' },
  too_long: { description: 'x'.repeat(DESCRIPTION_MAX + 1) },
  invalid_value: { status: 'open' },
  invalid_characters: { description: '\u0000' },
  unknown_field: { votes: 3 },
  read_only_field: { submitter_email: 'ada@example.com' },
  several: { title: '', status: 'open' },
  invalid_body: null,
  malformed_json: Buffer.from('{"status":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

/** Invalid bodies of an upsert. */
export const INVALID_UPSERTS: Record<string, unknown> = {
  missing_required_field: { status: 'planned' },
  invalid_type: { title: 5 },
  null_not_allowed: { title: 'Dark mode', status: null },
  empty_value: { title: '' },
  too_long: { title: 'x'.repeat(TITLE_MAX + 1) },
  invalid_value: { title: 'Dark mode', status: 'open' },
  invalid_format: { title: 'Dark mode', submitter_email: 'ada' },
  invalid_characters: { title: 'Dark\u0000mode' },
  unknown_field: { title: 'Dark mode', votes: 3 },
  read_only_field: { title: 'Dark mode', external_id: EXTERNAL_ID },
  several: { title: '', status: 'open' },
  invalid_body: [],
  malformed_json: Buffer.from('{"title":'),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

/** Invalid external IDs in the path of an upsert. */
export const INVALID_EXTERNAL_IDS: Record<string, string> = {
  invalid_characters_external_id: 'ticket\n4711',
  too_long_external_id: 'x'.repeat(EXTERNAL_ID_MAX + 1),
};

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
const sent = (value: unknown): unknown =>
  jsonOf(Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)));

export const queryErrors = mapValues(INVALID_QUERIES, (query) =>
  thrownBy(() => listRequest(query, ACCOUNT, cursors)),
);
export const submissionErrors = {
  ...mapValues(INVALID_SUBMISSIONS, (body) => thrownBy(() => readBody(newFeedbackRule, sent(body)))),
  ...mapValues(INVALID_SOURCES, (query) => thrownBy(() => sourceOf(query))),
};
export const changeErrors = {
  ...mapValues(INVALID_CHANGES, (body) => thrownBy(() => readBody(feedbackChangeRule, sent(body)))),
  ...NO_QUERY,
};
/** The error of merging an item into a target, which may be merged into another item itself. */
const mergeConflict = (item: Feedback, target: Feedback, parent: Feedback | null) => {
  const members = [item, target, parent ?? item].map((one): GroupMember => {
    const mergedVia = one === target && parent ? parent.id : null;
    return { ...NOT_MERGED, id: one.id, submitterEmail: null, mergedInto: mergedVia, mergedVia };
  });
  const updates = [{ id: item.id, merged_into: target.id }];
  return thrownBy(() =>
    merged({ updates, at: planned.updatedAt, before: [item], members, pathOf: () => '' }),
  );
};
export const mergeConflicts = {
  merge_conflict_itself: mergeConflict(darkMode, darkMode, null),
  merge_conflict_own_duplicate: mergeConflict(darkMode, printing, darkMode),
  merge_conflict_merged_target: mergeConflict(darkMode, printing, csvExport),
};

export const upsertErrors = {
  ...mapValues(INVALID_UPSERTS, (body) => thrownBy(() => readBody(upsertRule, sent(body)))),
  ...mapValues(INVALID_EXTERNAL_IDS, (externalId) => thrownBy(() => externalIdOf(externalId))),
  ...NO_QUERY,
};
