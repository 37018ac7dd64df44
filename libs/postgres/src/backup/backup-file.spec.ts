import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { BackupHeader } from './backup-header';
import { BackupReader } from './backup-reader';
import { BackupWriter } from './backup-writer';
import { END_OF_ROWS } from './rows-reader';

/** operator.md 11; docs/architecture/adr/0023-backup.md */
describe('a backup file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-file-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  const newFile = () => join(folder, `${++files}.backup`);

  const KNOWN = ['A1', 'B2'];
  const HEADER: BackupHeader = {
    format: 'feedback-backup',
    version: 1,
    release: '1.0.0',
    postgres: '18.4',
    snapshot_at: '2026-11-23T10:00:00.000Z',
    migrations: ['A1', 'B2'],
    tables: [
      { name: 'accounts', columns: ['id', 'name'] },
      { name: 'feedback', columns: ['id', 'title'], sequence: { column: 'id', last: '12' } },
      { name: 'events', columns: ['id'], partitions: [{ name: 'events_1', from: '0', to: '5' }] },
    ],
  };
  const ROWS: Record<string, string> = { accounts: '1\tAcme\n', feedback: '', events: 'a\\\\.\n\\\\.\nb\n' };
  const COUNTS = { accounts: 1, feedback: 0, events: 3 };

  async function written(rows = ROWS, footer = { rows: COUNTS as Record<string, number> }): Promise<string> {
    const file = newFile();
    const writer = await BackupWriter.create(file);
    await writer.begin(HEADER);
    for (const { name } of HEADER.tables) writer.rows.write(rows[name] + END_OF_ROWS);
    await writer.finish(footer);
    return file;
  }
  /** Puts together a file with a correct checksum. */
  function made(header: unknown, body: Buffer | string): string {
    const text = typeof header === 'string' ? header : `${JSON.stringify(header)}\n`;
    const packed = typeof body === 'string' ? gzipSync(body) : body;
    const content = Buffer.concat([Buffer.from(text), packed]);
    const digest = createHash('sha256').update(content).digest('hex');
    const file = newFile();
    writeFileSync(file, Buffer.concat([content, Buffer.from(`sha256:${digest}\n`)]));
    return file;
  }
  const body = (...tables: string[]) => tables.map((rows) => rows + END_OF_ROWS).join('');
  const footer = (rows: object = COUNTS) => `${JSON.stringify({ rows })}\n`;
  const VALID = body(ROWS['accounts']!, ROWS['feedback']!, ROWS['events']!) + footer();

  /** Returns the rows by table. */
  async function read(file: string): Promise<Record<string, string>> {
    const reader = await BackupReader.open(file, KNOWN);
    const found: Record<string, string> = {};
    try {
      await reader.read(async ({ name }, rows) => {
        found[name] = '';
        for await (const piece of rows) found[name] += piece.toString();
      });
    } finally {
      await reader.close();
    }
    return found;
  }
  const damaged = (reason: RegExp | string = '') =>
    new RegExp(
      `\\.backup is not a complete backup: .*${typeof reason === 'string' ? reason : reason.source}`,
    );

  it('returns what was written', async () => {
    const file = await written();
    expect(await read(file)).toEqual(ROWS);
    const reader = await BackupReader.open(file, KNOWN);
    expect(reader.header).toEqual(HEADER);
    await reader.close();
  });

  it('can be read with standard tools', async () => {
    const bytes = readFileSync(await written());
    const start = bytes.indexOf(10) + 1;
    expect(JSON.parse(bytes.toString('utf8', 0, start))).toEqual(HEADER);
    expect(gunzipSync(bytes.subarray(start, bytes.length - 72)).toString()).toBe(VALID);
    const digest = createHash('sha256').update(bytes.subarray(0, -72)).digest('hex');
    expect(bytes.toString('latin1', bytes.length - 72)).toBe(`sha256:${digest}\n`);
    expect(await read(made(HEADER, VALID))).toEqual(ROWS);
  });

  it('returns rows of any length, and the end of a table at any place of a piece', async () => {
    for (let length = 65_530; length < 65_545; length++) {
      const rows = { accounts: `${'x'.repeat(length)}\n`, feedback: `${'y'.repeat(200_000)}\n`, events: '' };
      const file = await written(rows, { rows: { accounts: 1, feedback: 1, events: 0 } });
      expect(await read(file)).toEqual(rows);
    }
  });

  it('is rejected if it ends at any earlier place', async () => {
    const bytes = readFileSync(await written());
    const file = newFile();
    for (let length = 0; length < bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length));
      await expect(read(file)).rejects.toThrow(/is not a (complete )?backup/);
    }
  });

  it('is rejected if any byte is different', async () => {
    const bytes = readFileSync(await written());
    const file = newFile();
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      writeFileSync(file, altered);
      await expect(read(file)).rejects.toThrow(/is not a (complete )?backup|is from a newer version/);
    }
  });

  it('is rejected if bytes were added at the end', async () => {
    const file = await written();
    for (const more of ['\n', 'x', readFileSync(file)]) {
      const longer = newFile();
      writeFileSync(longer, Buffer.concat([readFileSync(file), Buffer.from(more)]));
      await expect(read(longer)).rejects.toThrow(damaged());
    }
  });

  describe('with a correct checksum', () => {
    it.each([
      ['bytes after the compressed part', Buffer.concat([gzipSync(VALID), Buffer.from('more')]), ''],
      ['zeros after the compressed part', Buffer.concat([gzipSync(VALID), Buffer.alloc(9)]), 'bytes follow'],
      [
        'another compressed part',
        Buffer.concat([gzipSync(VALID), gzipSync('x')]),
        'bytes follow the last table',
      ],
      ['a line after the last one', `${VALID}\n`, 'bytes follow the last table'],
      ['an incomplete last line', VALID.slice(0, -1), 'bytes follow the last table'],
      ['an endless last line', VALID + 'x'.repeat(300_000), 'its last line is too long'],
      ['a missing table', body('', '') + footer(), 'it ends too early'],
      ['no numbers of rows', body('', '', ''), ''],
      ['wrong numbers of rows', body('', '', '') + footer(), 'number of rows'],
      ['rows of another table', body('', ROWS['accounts']!, ROWS['events']!) + footer(), 'number of rows'],
      ['nothing', Buffer.alloc(0), ''],
      ['no compression', Buffer.from(VALID), ''],
      ['an incomplete compressed part', gzipSync(VALID).subarray(0, -1), ''],
    ])('is rejected with %s', async (_, packed, reason) => {
      await expect(read(made(HEADER, packed))).rejects.toThrow(damaged(reason));
    });

    const first = (change: object) => ({ ...HEADER, tables: [{ ...HEADER.tables[0], ...change }] });
    it.each([
      ['an unknown table', first({ name: 'pg_authid' })],
      ['SQL as the name of a table', first({ name: 'accounts; DROP TABLE feedback' })],
      ['the same table twice', { ...HEADER, tables: [HEADER.tables[0], HEADER.tables[0]] }],
      ['SQL as the name of a column', first({ columns: ['id) FROM stdin; DROP TABLE feedback; --'] })],
      ['the same column twice', first({ columns: ['id', 'id'] })],
      ['no columns', first({ columns: [] })],
      ['columns that are no list', first({ columns: 'id' })],
      ['SQL as the name of a partition', first({ partitions: [{ name: 'a; --', from: '0', to: '1' }] })],
      ['SQL as the bound of a partition', first({ partitions: [{ name: 'a', from: '0) --', to: '1' }] })],
      ['SQL as the value of a sequence', first({ sequence: { column: 'id', last: '1); --' } })],
      ['a sequence without a column', first({ sequence: { last: '1' } })],
      ['migrations that are no list', { ...HEADER, migrations: { length: 1 } }],
      ['a time that is no text', { ...HEADER, snapshot_at: 1 }],
      ['a time with control characters', { ...HEADER, snapshot_at: '2026-11-23T10:00:00.000Z\u001b[2J' }],
      ['a release with control characters', { ...HEADER, release: '1.0.0\u009b2J' }],
    ])('is rejected with %s', async (_, header) => {
      await expect(read(made(header, VALID))).rejects.toThrow(damaged('its first line is invalid'));
    });

    it.each([
      ['a later version of the format', { ...HEADER, version: 2, release: '9.0.0' }],
      ['a migration that this version lacks', { ...HEADER, migrations: ['A1', 'C3'], release: '9.0.0' }],
    ])('is rejected with %s', async (_, header) => {
      await expect(read(made(header, VALID))).rejects.toThrow(
        /is from a newer version of the service \(9\.0\.0\): restore it with that version or a newer one$/,
      );
    });

    it('puts no control characters of its release into a message', async () => {
      const header = { ...HEADER, version: 2, release: '9.0.0\u001b]0;title\u0007\nRestored' };
      await expect(read(made(header, VALID))).rejects.toThrow(
        /is from a newer version of the service: restore it with that version or a newer one$/,
      );
    });

    it.each([
      ['another format', { format: 'tar' }],
      ['no object', [HEADER]],
      ['no JSON', 'PGDMP\n'],
      ['no first line', 'x'.repeat(2_000_000)],
    ])('is rejected with %s', async (_, header) => {
      await expect(read(made(header, VALID))).rejects.toThrow(/is not a backup of this service$/);
    });

    it('uses little memory, however large its decompressed size is', async () => {
      const zeros = gzipSync(Buffer.alloc(50_000_000, '0'));
      const file = made(HEADER, zeros);
      const reader = await BackupReader.open(file, KNOWN);
      let longest = 0;
      const reading = reader.read(async (_, rows) => {
        for await (const piece of rows) longest = Math.max(longest, piece.length);
      });
      await expect(reading).rejects.toThrow(damaged('it ends too early'));
      await reader.close();
      expect(longest).toBeLessThan(200_000);
    });
  });

  it('passes the error of the reader of its rows on', async () => {
    const reader = await BackupReader.open(await written(), KNOWN);
    const failure = new Error('no space');
    await expect(reader.read(() => Promise.reject(failure))).rejects.toBe(failure);
    await reader.close();
  });

  it('is rejected if it cannot be read', async () => {
    await expect(read(join(folder, 'missing'))).rejects.toThrow(
      /^Cannot read the backup \/.*missing: no such file or directory\. Check the path$/,
    );
    await expect(read(folder)).rejects.toThrow(
      /^Cannot read the backup .*: it is a directory\. Check the path$/,
    );
  });

  describe('that is written', () => {
    it('is readable by its owner only', async () => {
      expect(statSync(await written()).mode & 0o777).toBe(0o600);
    });

    it('never replaces a file', async () => {
      const file = await written();
      const bytes = readFileSync(file);
      await expect(BackupWriter.create(file)).rejects.toThrow(
        `${file} already exists: choose another name, or delete the file`,
      );
      const late = newFile();
      const writer = await BackupWriter.create(late);
      await writer.begin(HEADER);
      writeFileSync(late, 'mine');
      await expect(writer.finish({ rows: {} })).rejects.toThrow('already exists');
      await writer.abort();
      expect([readFileSync(file), readFileSync(late, 'utf8')]).toEqual([bytes, 'mine']);
    });

    it('has its name only when it is complete, and leaves nothing behind if it is aborted', async () => {
      const file = newFile();
      const before = readdirSync(folder);
      const writer = await BackupWriter.create(file);
      await writer.begin(HEADER);
      writer.rows.write('rows');
      expect(readdirSync(folder)).not.toContain(file);
      expect(readdirSync(folder)).toHaveLength(before.length + 1);
      await writer.abort();
      expect(readdirSync(folder)).toEqual(before);
    });

    it('reports a folder that does not exist', async () => {
      await expect(BackupWriter.create(join(folder, 'none', 'a'))).rejects.toThrow(
        /^Cannot write the backup .*: no such file or directory$/,
      );
    });
  });
});
