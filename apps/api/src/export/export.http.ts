import {
  EXPORT_FORMATS,
  exportSelection,
  MEMBER_SELECTION_FIELDS,
  memberSelectionOf,
  SELECTION_FIELDS,
  selectionOf,
  type ExportFormat,
  type ExportRequest,
} from '@libs/feedback';
import { booleanRule, oneOf, optional, throwIfInvalid, type Issue } from '@libs/kernel';
import { JSON_TYPE } from '../http/error.filter';
import { invalidParameter, readQuery, unknownParameters, type Query } from '../http/query';

/** export.md 2. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  json: JSON_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

const DEFAULT_FORMAT: ExportFormat = 'json';
const FILE = { format: optional(oneOf(EXPORT_FORMATS)), bom: optional(booleanRule) };

/**
 * @param personId the signed-in member, who has the filters of the dashboard
 * @throws DomainError `validation` with all errors of the query
 */
export function exportRequest(query: Query, personId?: string): ExportRequest {
  const issues: Issue[] = [];
  const fields = { ...FILE, ...(personId === undefined ? SELECTION_FIELDS : MEMBER_SELECTION_FIELDS) };
  const values = readQuery(fields, query, issues);
  const { format = DEFAULT_FORMAT, bom: byteOrderMark } = values;
  if (query['bom'] !== undefined && format !== 'csv') {
    issues.push(invalidParameter('bom', 'requires format=csv'));
  }
  throwIfInvalid([...issues, ...unknownParameters(fields, query)]);
  const selection = personId === undefined ? selectionOf(values) : memberSelectionOf(values, personId);
  return { selection: exportSelection(selection), format, byteOrderMark };
}
