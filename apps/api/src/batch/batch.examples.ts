import {
  BATCH_MAX,
  batchResult,
  feedbackMerged,
  feedbackNotFound,
  linePath,
  merged,
  mergedItem,
  NOT_MERGED,
  revisedAll,
  type Feedback,
} from '@libs/feedback';
import { batchJson, batchRuleWithDryRun } from './batch.http';
import { jsonOf, readBody } from '../http/body';
import { csvExport as listed, darkMode } from '../items/feedback.examples';
import { NO_QUERY, thrownBy } from '../openapi/error-responses';
import { example } from '../openapi/schemas';

/** The item of the list examples with another source, an email address, and a later status. */
const csvExport: Feedback = {
  ...listed,
  submitterEmail: darkMode.submitterEmail,
  source: 'api',
  status: 'planned',
};

const updates = [
  { id: darkMode.id, status: 'planned' as const },
  { id: csvExport.id, status: 'planned' as const },
];
const at = '2026-03-05T08:30:00.000Z';
const result = batchResult(revisedAll([darkMode, csvExport], { updates, at }));

export const UPDATED_BY = {
  statuses: example('Set the status of two items', { updates }),
  tags: example('Add and remove a tag', {
    updates: updates.map(({ id }) => ({ id, add_tags: ['design'], remove_tags: ['mobile'] })),
  }),
  dry_run: example('Preview the changes', { updates, dry_run: true }),
};
export const UPDATED = {
  statuses: example('Both items were updated', batchJson(result)),
  dry_run: example('Dry run: one item would change', { ...batchJson(result), dry_run: true }),
};

const line = { id: darkMode.id };

/** Invalid request bodies by example name: a JSON value, or raw bytes. */
export const INVALID_BATCHES: Record<string, unknown> = {
  missing_required_field: {},
  missing_required_field_id: { updates: [{ status: 'planned' }] },
  invalid_type: { updates: 'all' },
  invalid_type_dry_run: { updates: [line], dry_run: 'yes' },
  null_not_allowed: { updates: [{ ...line, status: null }] },
  empty_value: { updates: [] },
  too_long: { updates: Array.from({ length: BATCH_MAX + 1 }, () => line) },
  invalid_value: { updates: [{ ...line, status: 'open' }] },
  invalid_value_tags: { updates: [{ ...line, tags: ['design'], add_tags: ['mobile'] }] },
  invalid_value_duplicate: { updates: [line, line] },
  invalid_characters: { updates: [{ ...line, description: '\u0000' }] },
  unknown_field: { updates: [{ ...line, votes: 3 }] },
  read_only_field: { updates: [{ ...line, submitter_email: 'ada@example.com' }] },
  several: { updates: [{ ...line, title: '', status: 'open' }] },
  invalid_body: [],
  malformed_json: Buffer.from('{"updates":['),
  invalid_encoding: Buffer.from([0x22, 0xff, 0x22]),
};

const sent = (value: unknown): unknown =>
  jsonOf(Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)));

export const batchErrors = {
  ...Object.fromEntries(
    Object.entries(INVALID_BATCHES).map(([name, body]) => [
      name,
      thrownBy(() => readBody(batchRuleWithDryRun, sent(body))),
    ]),
  ),
  ...NO_QUERY,
};

/** Two updates of items that do not exist. */
export const NOT_FOUND_BATCH = {
  updates: [{ id: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f' }, { id: 'nothing' }],
};
export const notFoundErrors = {
  feedback_not_found: feedbackNotFound(NOT_FOUND_BATCH.updates.map((_, i) => `updates[${i}].id`)),
};

const own = [{ id: darkMode.id, merged_into: darkMode.id }];
const members = [{ ...NOT_MERGED, id: darkMode.id, mergedVia: null, submitterEmail: null }];
export const mergeErrors = {
  feedback_merged: feedbackMerged([mergedItem(linePath(0))]),
  merge_conflict: thrownBy(() => merged({ updates: own, at, before: [darkMode], members, pathOf: linePath })),
};
