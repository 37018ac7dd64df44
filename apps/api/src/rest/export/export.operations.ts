import { rateLimitExceeded, tooManyAuthFailures } from '@libs/accounts';
import {
  ITEM_FIELD_NAMES,
  EXPORT_FORMATS,
  exportInProgress,
  tooManyExports,
  type FeedbackJson,
} from '@libs/feedback';
import { ExportController } from './export.controller';
import { EXPORT_TYPES, exportRequest } from '../../feedback/export/export.http';
import { serviceUnavailable } from '../../http/errors';
import { failure, MALFORMED_REQUEST, refsTo, thrownBy } from '../../openapi/error-responses';
import { CREATED, READ } from '../items/feedback.examples';
import { EXHAUSTED, RATE_LIMITS } from '../../openapi/headers';
import { ref, type Content, type Example, type Resource } from '../../openapi/openapi.types';
import { fileAnswer, operation } from '../../openapi/operation';
import { open } from '../../openapi/schemas';
import { SELECTION_NAMES } from '../lists/selection.parameters';

/** By name of the example, a query that is refused. */
export const REFUSED_EXPORTS = {
  invalid_parameter_format: { format: 'xml' },
  invalid_parameter_bom: { format: 'json', bom: 'true' },
  invalid_parameter_sort: { sort: 'votes' },
  unknown_parameter: { limit: '10' },
  repeated_parameter: { format: ['csv', 'json'] },
};
const queryErrors = Object.fromEntries(
  Object.entries(REFUSED_EXPORTS).map(([name, query]) => [name, thrownBy(() => exportRequest(query))]),
);

const items: readonly FeedbackJson[] = [READ.item.value.data, CREATED.title_only.value.data];
const example = (value: unknown): Record<string, Example> => ({ items: { summary: 'Two items', value } });
const lines = (texts: readonly string[], end: string) => texts.map((text) => text + end).join('');
const csvRow = (item: FeedbackJson) => ITEM_FIELD_NAMES.map((column) => item[column] ?? '').join(',');

/** By media type, without its parameters. */
const contents: Record<string, Content> = Object.fromEntries(
  (
    [
      [EXPORT_TYPES.json, 'FeedbackExport', { data: items }],
      [
        EXPORT_TYPES.ndjson,
        'FeedbackLines',
        lines(
          items.map((item) => JSON.stringify(item)),
          '\n',
        ),
      ],
      [EXPORT_TYPES.csv, 'FeedbackTable', lines([ITEM_FIELD_NAMES.join(','), ...items.map(csvRow)], '\r\n')],
    ] as const
  ).map(([type, schema, value]) => [
    type.split(';')[0]!,
    { schema: ref('schemas', schema), examples: example(value) },
  ]),
);

const own = {
  InvalidExportRequest: failure({
    description: 'A query parameter is wrong, repeated or unknown.',
    errors: { ...queryErrors, ...MALFORMED_REQUEST },
  }),
  ExportInProgress: failure({
    description:
      'The account has an export under way, or the quota of the key is spent, or the address has presented too many ' +
      'wrong keys.',
    errors: {
      export_in_progress: exportInProgress(),
      rate_limit_exceeded: rateLimitExceeded(EXHAUSTED),
      too_many_auth_failures: tooManyAuthFailures(29),
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  TooManyExports: failure({
    description: 'Many accounts export at the moment, or the database cannot be reached. Try again.',
    errors: { too_many_exports: tooManyExports(), service_unavailable: serviceUnavailable() },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
};

/** `/feedback/export`: export.md 1, export.md 2. */
export const feedbackExport: Resource = {
  tag: { name: 'Export', description: 'All items as one file, which counts as one request.' },
  schemas: {
    FeedbackExport: open({ data: { type: 'array', items: ref('schemas', 'Feedback') } }),
    FeedbackLines: {
      type: 'string',
      contentMediaType: 'application/x-ndjson',
      contentSchema: ref('schemas', 'Feedback'),
      description: 'NDJSON: a `Feedback` a line, each ended by a line feed. Without items it is empty.',
    },
    FeedbackTable: {
      type: 'string',
      contentMediaType: 'text/csv',
      description:
        'CSV (RFC 4180): a header, then a row for each item, each ended by CRLF. An empty field is null; in quotes it ' +
        'is an empty text. Where a spreadsheet could read a formula, at the start of a text or after a line break, a tab, ' +
        '`;` or `|` in it, there is an apostrophe, which an import removes.',
    },
  },
  parameters: {
    Format: {
      name: 'format',
      in: 'query',
      description: 'CSV is for spreadsheets; for programs NDJSON and JSON, in which no text is altered.',
      schema: { type: 'string', enum: EXPORT_FORMATS, default: 'json' },
      example: 'ndjson',
    },
    ByteOrderMark: {
      name: 'bom',
      in: 'query',
      description: 'Only with `format=csv`: begins the file with a byte order mark, which Excel wants.',
      schema: { type: 'boolean', default: false },
      example: true,
    },
  },
  failures: own,
  operations: [
    operation(ExportController, 'download', {
      operationId: 'exportFeedback',
      summary: 'Export feedback',
      description:
        'All items of your account, or those of the filter, as they were at one moment. The file is streamed: if it ' +
        'fails on the way the connection breaks, and what arrived is not all. One export of an account at a time.',
      parameters: ['Format', 'ByteOrderMark', ...SELECTION_NAMES],
      success: fileAnswer('The file.', contents, 'Content-Disposition'),
      answers: refsTo(own, 'InvalidExportRequest', 'ExportInProgress', 'TooManyExports'),
    }),
  ],
};
