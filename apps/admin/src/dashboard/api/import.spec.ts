import type { ImportReport } from '@libs/contract';
import { ImportEventReader } from './import';

const report: ImportReport = {
  import_id: null,
  dry_run: true,
  rows: 2,
  created: 1,
  existing: 1,
  repeated: 0,
  failed: 0,
  errors: [],
  repeats: [],
  warnings: [],
};
const line = (event: unknown) => `${JSON.stringify(event)}\n`;

describe('ImportEventReader', () => {
  it('reads lines across chunk boundaries', () => {
    const text =
      line({ progress: { rows: 500 } }) + line({ progress: { rows: 1000 } }) + line({ data: report });
    const events = new ImportEventReader();
    const seen = new Set<number>();
    for (let end = 1; end <= text.length; end++) {
      events.read(text.slice(0, end));
      seen.add(events.rows);
    }
    expect([...seen]).toEqual([0, 500, 1000]);
    expect(events.report).toEqual(report);
  });

  it('reads an error at the end', () => {
    const events = new ImportEventReader();
    const error = {
      type: 'validation_error',
      code: 'too_long',
      message: 'Too many rows',
      request_id: 'req_1',
    };
    events.read(line({ progress: { rows: 1 } }) + line({ error }));
    expect(events.report).toBeNull();
    expect(events.error).toMatchObject({ status: 400, code: 'too_long', requestId: 'req_1' });
    events.read(line({ progress: { rows: 1 } }) + line({ error: { ...error, type: 'api_error' } }));
  });

  it('has no result if the response is truncated', () => {
    const events = new ImportEventReader();
    events.read(`${line({ progress: { rows: 1 } })}{"data":{"rows"\n`);
    expect([events.report, events.error]).toEqual([null, null]);
  });
});
