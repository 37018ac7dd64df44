import { CURSOR_MAX, limitRule, PAGE_MAX, SOURCES, STATUSES, type Feedback } from '@libs/feedback';
import { failure, MALFORMED_REQUEST, refsTo } from '../openapi/error-responses';
import { ACCOUNT, csvExport, cursors, darkMode, printing } from '../openapi/examples';
import { errorsOf, type Queries } from '../openapi/invalid-requests';
import { itemFailures } from '../openapi/items';
import { ref, type Parameter, type Schema } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { count, example, instant, open } from '../openapi/schemas';
import { SELECTION_NAMES, SELECTION_PARAMETERS } from '../openapi/selection-parameters';
import { changesJson, changesRequest } from './changes.http';
import { ListController } from './list.controller';
import { listJson, listRequest, OFFSET_MAX } from './list.http';

function page(query: Record<string, string>, items: Feedback[], hasMore: boolean, total?: number) {
  const request = listRequest(query, ACCOUNT, cursors);
  return listJson({ items, hasMore, total }, request, cursors);
}

const firstPage = page({ limit: '2' }, [csvExport, darkMode], true);
const CURSOR = firstPage.pagination.next_cursor!;

const CHANGES = { updated_after: '2026-03-04T00:00:00Z', sort: 'updated_at', include_deleted: 'true' };
const GONE = {
  id: printing.id,
  external_id: 'ticket:4711',
  deleted_at: '2026-03-05T09:00:00.000Z',
};
const CHANGED = [
  { position: { id: csvExport.id, key: '0' }, item: csvExport },
  { position: { id: GONE.id, key: '1' }, deleted: GONE },
];

const LISTED = {
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
  with_deleted: example(
    'With `updated_after=2026-03-04T00:00:00Z&sort=updated_at&include_deleted=true`',
    changesJson({ items: CHANGED, hasMore: false }, changesRequest(CHANGES, ACCOUNT, cursors), cursors),
  ),
};

export const INVALID_QUERIES: Queries = {
  invalid_parameter: { limit: `${PAGE_MAX + 1}` },
  invalid_parameter_status: { status: 'open' },
  invalid_parameter_q: { q: '' },
  invalid_parameter_sort: { sort: 'votes' },
  invalid_parameter_submitter_email: { submitter_email: 'ada' },
  invalid_parameter_external_id: { external_id: '' },
  invalid_parameter_tag: { tag: 'design;mobile' },
  invalid_parameter_untagged: { untagged: 'yes' },
  invalid_parameter_created_after: { created_after: '2026-03' },
  invalid_parameter_cursor: { cursor: 'not-a-cursor' },
  invalid_parameter_include_deleted: { include_deleted: 'yes' },
  repeated_parameter: { limit: ['1', '2'] },
  unknown_parameter: { page: '2' },
  several: { limit: '0', offset: '-1' },
};

const pagination = open(
  {
    limit: { type: 'integer', minimum: 1, maximum: PAGE_MAX, description: 'Items per page.' },
    offset: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: OFFSET_MAX,
      description: 'Items skipped. Null if the request has a cursor.',
    },
    has_more: { type: 'boolean', description: 'Whether there is a next page.' },
    next_cursor: { type: ['string', 'null'], description: 'Cursor of the next page; null on the last page.' },
    total: count('Number of matching items. Only present with `include_total=true`.'),
  },
  ['limit', 'offset', 'has_more', 'next_cursor'],
);

/** The list of `/feedback`: lists.md 1. */
export const FeedbackPage = open(
  {
    data: { type: 'array', maxItems: PAGE_MAX, items: ref('schemas', 'Feedback') },
    deleted: {
      type: 'array',
      maxItems: PAGE_MAX,
      description:
        'Items that were deleted. Only present with `include_deleted=true`. Apply them before the items of `data`.',
      items: open({
        id: { type: 'string', format: 'uuid' },
        external_id: {
          type: ['string', 'null'],
          description: 'The last external ID of the item. `null` if an earlier release deleted it.',
        },
        deleted_at: instant('When the deletion was published, right after it.'),
      }),
    },
    pagination,
  },
  ['data', 'pagination'],
);
export const listParameters: Readonly<Record<string, Parameter>> = {
  ...SELECTION_PARAMETERS,
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'Items per page. A value out of range returns 400.',
    schema: limitRule.schema,
    example: 2,
  },
  Offset: {
    name: 'offset',
    in: 'query',
    description: 'Number of items to skip. Cannot be combined with `cursor`.',
    schema: { type: 'integer', minimum: 0, maximum: OFFSET_MAX, default: 0 },
    example: 0,
  },
  IncludeTotal: {
    name: 'include_total',
    in: 'query',
    description: 'Whether to count all matching items, which takes longer. Cannot be combined with `cursor`.',
    schema: { type: 'boolean', default: false },
    example: true,
  },
  IncludeDeleted: {
    name: 'include_deleted',
    in: 'query',
    description:
      'Whether the page also has deleted items, in the order of their deletion. Needs `updated_after` and ' +
      '`sort=updated_at`, and cannot be combined with other filters than `updated_before` and `merged`. Deletions are ' +
      'known for as long as the service keeps events (30 days by default).',
    schema: { type: 'boolean', default: false },
    example: true,
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    description:
      '`next_cursor` of the previous page. Use it with the same filters and `sort`. No item is skipped or repeated ' +
      'if items are added or deleted in the meantime.',
    schema: { type: 'string', minLength: 1, maxLength: CURSOR_MAX },
    example: CURSOR,
  },
};
export const InvalidListRequest = failure({
  description: 'A query parameter is invalid, repeated, or unknown.',
  errors: {
    ...errorsOf(INVALID_QUERIES, (query) => listRequest(query, ACCOUNT, cursors)),
    ...MALFORMED_REQUEST,
  },
});
const COUNT: Schema = { type: 'integer', minimum: 0 };
const countsOf = (names: readonly string[]) => open(Object.fromEntries(names.map((name) => [name, COUNT])));
export const FeedbackCountsResponse = open({
  data: {
    description: 'Numbers of items, without merged ones.',
    ...open({
      total: COUNT,
      statuses: countsOf(STATUSES),
      sources: { ...countsOf(SOURCES), description: 'New sources can be added.' },
      tags: {
        type: 'array',
        description: 'All tags in alphabetical order. An item counts for each of its tags.',
        items: open({ name: { type: 'string' }, count: COUNT }),
      },
    }),
  },
});
const COUNTED = {
  counts: example('Three items', {
    data: {
      total: 3,
      statuses: { new: 2, planned: 1, building: 0, shipped: 0, declined: 0 },
      sources: { api: 1, form: 2, widget: 0, dashboard: 0, mcp: 0, import: 0 },
      tags: [{ name: 'mobile', count: 2 }],
    },
  }),
};
export const countOperation = operation(ListController, 'countAll', {
  operationId: 'countFeedback',
  summary: 'Count feedback items',
  description: 'Returns the numbers of all items by status, by source, and by tag.',
  success: jsonResponse('The counts.', 'FeedbackCountsResponse', COUNTED),
  otherResponses: refsTo(itemFailures, 'InvalidItemRequest'),
});
export const listOperation = operation(ListController, 'list', {
  operationId: 'listFeedback',
  summary: 'List feedback items',
  description:
    'Returns the items of your account that match all filters, newest first by default. To get all pages, follow ' +
    '`pagination.next_cursor` or the `next` link.',
  parameters: [...SELECTION_NAMES, 'Limit', 'Offset', 'IncludeTotal', 'IncludeDeleted', 'Cursor'],
  success: jsonResponse('A page of items.', 'FeedbackPage', LISTED, 'Link'),
  otherResponses: refsTo({ InvalidListRequest }, 'InvalidListRequest'),
});
