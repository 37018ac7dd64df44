import {
  ITEM_FIELD_NAMES,
  EXPORT_FORMATS,
  exportInProgress,
  tooManyExports,
  feedbackJson,
  type FeedbackJson,
} from '@libs/feedback';
import { ExportController } from './export.controller';
import { EXPORT_TYPES, exportRequest } from './export.http';
import { serviceUnavailable } from '../http/errors';
import { failure, MALFORMED_REQUEST, refsTo, TOO_MANY_REQUESTS } from '../openapi/error-responses';
import { darkMode, titleOnly } from '../openapi/examples';
import { RATE_LIMITS } from '../openapi/headers';
import { errorsOf, type Queries } from '../openapi/invalid-requests';
import { ref, type Content, type Example, type Resource } from '../openapi/openapi.types';
import { fileResponse, operation } from '../openapi/operation';
import { open } from '../openapi/schemas';
import { SELECTION_NAMES } from '../openapi/selection-parameters';

export const INVALID_EXPORTS: Queries = {
  invalid_parameter_format: { format: 'xml' },
  invalid_parameter_bom: { format: 'json', bom: 'true' },
  invalid_parameter_sort: { sort: 'votes' },
  unknown_parameter: { limit: '10' },
  repeated_parameter: { format: ['csv', 'json'] },
};

const items = [darkMode, titleOnly].map(feedbackJson);
const example = (value: unknown): Record<string, Example> => ({ items: { summary: 'Two items', value } });
const lines = (texts: readonly string[], end: string) => texts.map((text) => text + end).join('');
const csvRow = (item: FeedbackJson) => ITEM_FIELD_NAMES.map((column) => item[column] ?? '').join(',');

/** By media type, without parameters. */
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
    description: 'A query parameter is invalid, repeated, or unknown.',
    errors: { ...errorsOf(INVALID_EXPORTS, (query) => exportRequest(query)), ...MALFORMED_REQUEST },
  }),
  ExportInProgress: failure({
    description:
      'An export is already running for the account, or there are too many requests of the API key, the ' +
      'account, or the IP address.',
    errors: {
      export_in_progress: exportInProgress(),
      ...TOO_MANY_REQUESTS,
    },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
  TooManyExports: failure({
    description: 'Too many exports are running, or the service cannot reach its database. Try again.',
    errors: { too_many_exports: tooManyExports(), service_unavailable: serviceUnavailable() },
    headers: [...RATE_LIMITS, 'Retry-After'],
  }),
};

/** `/feedback/export`: export.md 1, export.md 2. */
export const feedbackExport: Resource = {
  tag: { name: 'Export', description: 'Download all items with one request.' },
  schemas: {
    FeedbackExport: open({ data: { type: 'array', items: ref('schemas', 'Feedback') } }),
    FeedbackLines: {
      type: 'string',
      contentMediaType: 'application/x-ndjson',
      contentSchema: ref('schemas', 'Feedback'),
      description: 'NDJSON: one `Feedback` per line, each with a line feed. Empty if there are no items.',
    },
    FeedbackTable: {
      type: 'string',
      contentMediaType: 'text/csv',
      description:
        'CSV (RFC 4180): a header row, then one row per item, each with CRLF. An empty field is null; an empty field ' +
        'in quotes is an empty string. Text that a spreadsheet could run as a formula gets an apostrophe: at the ' +
        'start of a field, or after a line break, a tab, `;`, or `|`. An import removes it.',
    },
  },
  parameters: {
    Format: {
      name: 'format',
      in: 'query',
      description: 'File format. Use `csv` for spreadsheets. `ndjson` and `json` contain the text unchanged.',
      schema: { type: 'string', enum: EXPORT_FORMATS, default: 'json' },
      example: 'ndjson',
    },
    ByteOrderMark: {
      name: 'bom',
      in: 'query',
      description: 'Whether the file starts with a byte order mark, for Excel. Requires `format=csv`.',
      schema: { type: 'boolean', default: false },
      example: true,
    },
  },
  failures: own,
  operations: [
    operation(ExportController, 'download', {
      operationId: 'exportFeedback',
      summary: 'Export feedback items',
      description:
        'Returns a snapshot of all items of your account, merged ones too, or of those that match the filters, as a list ' +
        'does. The file is streamed. ' +
        'If an error occurs during the download, the connection closes and the file is incomplete. ' +
        'An account can run one export at a time.',
      parameters: ['Format', 'ByteOrderMark', ...SELECTION_NAMES],
      success: fileResponse('The file.', contents, 'Content-Disposition'),
      otherResponses: refsTo(own, 'InvalidExportRequest', 'ExportInProgress', 'TooManyExports'),
    }),
  ],
};
