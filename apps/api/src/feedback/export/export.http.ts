import { EXPORT_FORMATS, isExportFormat, type ExportFormat, type ExportRequest } from '@libs/feedback';
import { JSON_TYPE } from '../../http/error.filter';
import { ListParameters, OWNER_SELECTION, SELECTION, type Parameters } from '../lists/list-parameters';

/** export.md 2. */
export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  json: JSON_TYPE,
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

const DEFAULT_FORMAT: ExportFormat = 'json';

/**
 * @param isOwner asked for by the dashboard, with its filters
 * @throws DomainError `validation` with every fault of the query
 */
export function exportRequest(given: Parameters, isOwner = false): ExportRequest {
  const parameters = new ListParameters(given);
  const format = formatOf(parameters);
  const byteOrderMark = parameters.flag('bom');
  if (given['bom'] !== undefined && format !== 'csv') parameters.refuse('bom', 'must come with format=csv');
  const selection = isOwner ? parameters.ownerSelection() : parameters.selection();
  parameters.end(['format', 'bom', ...(isOwner ? OWNER_SELECTION : SELECTION)]);
  return { selection, format, byteOrderMark };
}

function formatOf(parameters: ListParameters): ExportFormat {
  const text = parameters.text('format');
  if (isExportFormat(text)) return text;
  if (text !== undefined) parameters.refuse('format', `must be one of ${EXPORT_FORMATS.join(', ')}`);
  return DEFAULT_FORMAT;
}
