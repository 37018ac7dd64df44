import type { ImportReport } from '@libs/contract';
import { ImportEvents } from './import';

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
};
const line = (event: unknown) => `${JSON.stringify(event)}\n`;

describe('the answer of an import', () => {
  it('is read line by line, wherever it is cut', () => {
    const whole =
      line({ progress: { rows: 500 } }) + line({ progress: { rows: 1000 } }) + line({ data: report });
    const events = new ImportEvents();
    const seen = new Set<number>();
    for (let end = 1; end <= whole.length; end++) {
      events.read(whole.slice(0, end));
      seen.add(events.rows);
    }
    expect([...seen]).toEqual([0, 500, 1000]);
    expect(events.outcome).toEqual(report);
  });

  it('may end in a refusal', () => {
    const events = new ImportEvents();
    const error = {
      type: 'validation_error',
      code: 'too_long',
      message: 'Too many rows',
      request_id: 'req_1',
    };
    events.read(line({ progress: { rows: 1 } }) + line({ error }));
    expect(events.outcome).toBeNull();
    expect(events.refusal).toMatchObject({ status: 400, code: 'too_long', requestId: 'req_1' });
    events.read(line({ progress: { rows: 1 } }) + line({ error: { ...error, type: 'api_error' } }));
  });

  it('has no outcome when it was cut off', () => {
    const events = new ImportEvents();
    events.read(`${line({ progress: { rows: 1 } })}{"data":{"rows"\n`);
    expect([events.outcome, events.refusal]).toEqual([null, null]);
  });
});
