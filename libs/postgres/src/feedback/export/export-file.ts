import {
  CSV_COLUMNS,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  type ExportFormat,
  type ExportRequest,
} from '@libs/feedback';
import { BinaryRows } from './binary-rows';
import { ByteWriter } from './byte-writer';
import { writeCsvLinks, writeCsvText } from './csv-fields';
import {
  MAX_BYTE_GROWTH,
  NULL,
  writeJsonb,
  writeJsonLinks,
  UUID_LENGTH,
  writeJsonPerson,
  writeJsonText,
  writeJsonTexts,
} from './json-fields';

const CHUNK_SIZE = 65_536;
const BYTE_ORDER_MARK = '\ufeff';

/** The parts of a file around its rows: before and after all rows, between rows, and after each row. */
interface Layout {
  readonly head: string;
  readonly separator: Buffer;
  readonly rowEnd: Buffer;
  readonly tail: string;
  readonly write: (out: ByteWriter, rows: BinaryRows) => void;
}

const LAYOUTS: Readonly<Record<ExportFormat, Layout>> = {
  json: layout({ head: '{"data":[', separator: ',', tail: ']}', write: writeJson }),
  ndjson: layout({ rowEnd: '\n', write: writeJson }),
  csv: layout({ head: `${CSV_COLUMNS.join(',')}\r\n`, rowEnd: '\r\n', write: writeCsv }),
};

function layout(
  options: { head?: string; separator?: string; rowEnd?: string; tail?: string } & Pick<Layout, 'write'>,
) {
  const { head = '', separator = '', rowEnd = '', tail = '', write } = options;
  return { head, separator: Buffer.from(separator), rowEnd: Buffer.from(rowEnd), tail, write };
}

/** Converts the output of COPY to a file, in chunks of at least 64 KB except the last. */
export async function* exportFile(
  copied: AsyncIterable<Buffer>,
  { format, byteOrderMark }: ExportRequest,
): AsyncGenerator<Uint8Array> {
  const { head, separator, rowEnd, tail, write } = LAYOUTS[format];
  const rows = new BinaryRows();
  const out = new ByteWriter();
  out.copy(Buffer.from((byteOrderMark ? BYTE_ORDER_MARK : '') + head));
  let isFirst = true;
  for await (const chunk of copied) {
    rows.take(chunk);
    while (rows.next()) {
      out.reserve(rows.size * MAX_BYTE_GROWTH + MAX_ROW_OVERHEAD);
      if (!isFirst) out.copy(separator);
      isFirst = false;
      write(out, rows);
      out.copy(rowEnd);
    }
    if (out.at >= CHUNK_SIZE) yield out.takeBytes();
  }
  out.reserve(tail.length);
  out.copy(Buffer.from(tail));
  if (out.at > 0) yield out.takeBytes();
}

/** The kind of each column, in the order of COPY. */
const COLUMN_KINDS = ITEM_FIELD_NAMES.map((name) => {
  const schema = ITEM_FIELDS[name];
  if (name === 'tags') return 'names';
  if (name === 'assignee') return 'person';
  if (name === 'links') return 'links';
  if (name === 'public' || name === 'context') return 'object';
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return schema.type;
  return 'format' in schema && (schema.format === 'uuid' || schema.format === 'date-time')
    ? schema.format
    : 'text';
});
const KEYS = ITEM_FIELD_NAMES.map((column, i) => Buffer.from(`${i === 0 ? '{' : ','}"${column}":`));
/** In the order of COPY. */
const IS_IN_CSV = ITEM_FIELD_NAMES.map((name) => CSV_COLUMNS.includes(name));
const QUOTE = 0x22;
const COMMA = 0x2c;
const CLOSE = 0x7d;
/** Upper bound for the bytes of a row besides its texts. */
const MAX_ROW_OVERHEAD = 512;

function writeJson(out: ByteWriter, rows: BinaryRows): void {
  for (let i = 0; i < COLUMN_KINDS.length; i++) {
    out.copy(KEYS[i]!);
    const start = rows.starts[i]!;
    if (COLUMN_KINDS[i] === 'names') writeJsonTexts(out, rows.bytes, start, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'links') writeJsonLinks(out, rows.bytes, start, rows.ends[i]!);
    else if (start === -1) out.copy(NULL);
    else if (COLUMN_KINDS[i] === 'object') writeJsonb(out, rows.bytes, start, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'text') writeJsonText(out, rows.bytes, start, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'person') writeJsonPerson(out, rows.bytes, start, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'integer') out.integer(rows.bytes, start);
    else if (COLUMN_KINDS[i] === 'number') out.number(rows.bytes, start);
    else if (COLUMN_KINDS[i] === 'boolean') out.boolean(rows.bytes, start);
    else {
      out.byte(QUOTE);
      if (COLUMN_KINDS[i] === 'uuid') out.uuid(rows.bytes, start);
      else out.instant(rows.bytes, start);
      out.byte(QUOTE);
    }
  }
  out.byte(CLOSE);
}

function writeCsv(out: ByteWriter, rows: BinaryRows): void {
  for (let i = 0; i < COLUMN_KINDS.length; i++) {
    if (!IS_IN_CSV[i]) continue;
    if (i > 0) out.byte(COMMA);
    const start = rows.starts[i]!;
    if (start === -1) continue;
    if (COLUMN_KINDS[i] === 'text' || COLUMN_KINDS[i] === 'names')
      writeCsvText(out, rows.bytes, start, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'links') writeCsvLinks(out, rows.bytes, start, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'person') writeCsvText(out, rows.bytes, start + UUID_LENGTH, rows.ends[i]!);
    else if (COLUMN_KINDS[i] === 'integer') out.integer(rows.bytes, start);
    else if (COLUMN_KINDS[i] === 'number') out.number(rows.bytes, start);
    else if (COLUMN_KINDS[i] === 'boolean') out.boolean(rows.bytes, start);
    else if (COLUMN_KINDS[i] === 'uuid') out.uuid(rows.bytes, start);
    else out.instant(rows.bytes, start);
  }
}
