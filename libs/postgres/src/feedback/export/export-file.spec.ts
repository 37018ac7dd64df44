import { ITEM_FIELD_NAMES, EXPORT_FORMATS, feedbackJson, type Feedback } from '@libs/feedback';
import {
  aContext,
  aFeedback,
  bytesOf,
  InMemoryFeedbackExporter,
  InMemoryFeedbackRepository,
} from '@libs/feedback/testing';
import fc from 'fast-check';
import { exportFile } from './export-file';

/** Encodes items like COPY (FORMAT binary): PostgreSQL manual, COPY, File Formats. */
function copyOf(items: readonly Feedback[]): Buffer {
  const field = (bytes: Buffer | null) =>
    Buffer.concat([int32(bytes ? bytes.length : -1), bytes ?? Buffer.alloc(0)]);
  const rows = items.map((item) => {
    const json = feedbackJson(item);
    const fields = ITEM_FIELD_NAMES.map((column) => {
      const value = json[column];
      if (value === null) return field(null);
      if (column === 'request_value') return field(float64(value as number));
      if (typeof value === 'number') return field(int32(value));
      if (typeof value === 'boolean') return field(Buffer.from([value ? 1 : 0]));
      if (column === 'links')
        return field((value as unknown[]).length === 0 ? null : Buffer.from(JSON.stringify(value)));
      if (typeof value === 'object' && ('url' in value || 'page' in value))
        return field(Buffer.from(JSON.stringify(value)));
      if (typeof value === 'object' && 'name' in value) return field(Buffer.from(value.id + value.name));
      if (typeof value === 'object') return field(value.length === 0 ? null : Buffer.from(value.join(',')));
      const isId = column === 'id' || column === 'merged_into';
      if (isId) return field(Buffer.from(value.replaceAll('-', ''), 'hex'));
      return field(column.endsWith('_at') ? microseconds(value) : Buffer.from(value));
    });
    return Buffer.concat([int16(fields.length), ...fields]);
  });
  return Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1'), ...rows, int16(-1)]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function microseconds(instant: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE((BigInt(Date.parse(instant)) - BigInt(Date.UTC(2000, 0))) * 1000n);
  return bytes;
}

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const ITEMS = [
  aFeedback({ title: '=1', description: 'two\n"lines"', created_at: '2026-03-03T10:00:00.001Z' }),
  aFeedback({
    merged_into: 'abcdef01-2345-7000-8000-0123456789ab',
    request_count: 10_001,
    request_value: 1234.56,
  }),
  aFeedback({
    created_at: '2026-03-03T09:00:00.000Z',
    assignee: { id: 'abcdef01-2345-7000-8000-0123456789ac', name: '=Ada "O", 日本' },
  }),
  aFeedback({
    links: [
      { url: 'https://a.example/;=1?q="x",é', kind: 'ticket', title: null },
      { url: 'http://b.example', kind: 'other', title: 'Say "hi", 日本' },
    ],
    context: aContext(),
    created_at: '2026-03-03T08:00:00.000Z',
  }),
  aFeedback({
    title: '日本 🙂',
    submitter_email: 'ada@example.com',
    tags: ['=a', 'b "c"', '日本'],
    created_at: '1999-12-31T23:59:59.999Z',
  }),
  aFeedback({
    title: '\u2028',
    description: '\u0001'.repeat(10_000),
    created_at: '1970-01-01T00:00:00.001Z',
  }),
  aFeedback({ title: '"', description: '"'.repeat(10_000), created_at: '1970-01-01T00:00:00.000Z' }),
];

describe('exportFile', () => {
  const expected = async (format: (typeof EXPORT_FORMATS)[number]) => {
    const items = new InMemoryFeedbackRepository();
    const accountId = 'one account';
    for (const item of ITEMS) items.store({ ...item, accountId });
    const selection = { merged: 'include' } as const;
    const exporter = new InMemoryFeedbackExporter(items);
    return bytesOf(await exporter.open(accountId, { format, selection }, new AbortController().signal));
  };

  it.each(EXPORT_FORMATS)('returns the same %s file for any chunk sizes', async (format) => {
    const whole = await expected(format);
    const bytes = copyOf(ITEMS);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 9 }),
        async (sizes) => {
          const file = await bytesOf(exportFile(inChunks(bytes, sizes), { format, selection: {} }));
          expect(file.equals(whole)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('throws for data in another format', async () => {
    const request = { format: 'ndjson', selection: {} } as const;
    const text = Buffer.from('id,title\r\nnot binary at all');
    await expect(bytesOf(exportFile(inChunks(text, [100]), request))).rejects.toThrow('is not binary');
    const odd = Buffer.concat([copyOf([]).subarray(0, 19), int16(3), int32(-1), int32(-1), int32(-1)]);
    await expect(bytesOf(exportFile(inChunks(odd, [100]), request))).rejects.toThrow('3 fields');
  });
});
