import { SYSTEM } from '@libs/kernel';
import {
  aFeedback,
  anAccountId,
  bytesOf,
  InMemoryFeedbackExporter,
  InMemoryFeedbackRepository,
} from '../../testing';
import { EXPORT_FORMATS, exportSelection, ExportUseCases } from './export';

/** export.md 1 */
describe('exportSelection', () => {
  it('has merged items without a filter', () => {
    for (const selection of [{}, { sort: 'title', searchesSenders: true, q: undefined }] as const)
      expect(exportSelection(selection)).toEqual({ ...selection, merged: 'include' });
  });

  it('is that of a list with a filter', () => {
    for (const selection of [
      { q: 'a' },
      { statuses: ['new'] },
      { merged: 'only' },
      { importId: 'x' },
    ] as const)
      expect(exportSelection(selection)).toBe(selection);
  });
});

describe('ExportUseCases', () => {
  const items = new InMemoryFeedbackRepository();
  const exports = new ExportUseCases(
    new InMemoryFeedbackExporter(items),
    () => new Date('2026-03-03T10:00:00.999Z'),
  );

  it('names files by the current second and the format', () => {
    expect(EXPORT_FORMATS.map((format) => exports.fileName(format))).toEqual([
      'feedback-20260303T100000Z.json',
      'feedback-20260303T100000Z.ndjson',
      'feedback-20260303T100000Z.csv',
    ]);
  });

  it('exports items of one account only', async () => {
    const accountId = anAccountId();
    await items.add(aFeedback({ accountId, title: 'Mine' }), SYSTEM);
    await items.add(aFeedback({ title: 'Another' }), SYSTEM);
    const request = { format: 'csv', selection: {} } as const;
    const file = await bytesOf(await exports.open(accountId, request, new AbortController().signal));
    expect(file.toString().split('\r\n')).toEqual([
      expect.any(String),
      expect.stringContaining(',Mine,'),
      '',
    ]);
  });
});
