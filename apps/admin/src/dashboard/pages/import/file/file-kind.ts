import type { Delimiter } from './csv';
import { FileError } from './file-error';

export type FileKind =
  | {
      readonly name: 'csv';
      readonly delimiter: Delimiter;
      /** Whether its first line says nothing but that: `sep=;`, for Excel. */
      readonly hasDelimiterLine: boolean;
    }
  | { readonly name: 'ndjson' };

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];

/**
 * What is no text at all: an Excel workbook is a ZIP file, and the "Unicode text" of spreadsheets is UTF-16.
 * @throws FileError
 */
export function rejectBinary(head: Uint8Array): void {
  if (head[0] === 0x50 && head[1] === 0x4b && head[2]! < 9) throw new FileError('workbook');
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    throw new FileError('utf16');
  }
  if (startsWith(head, OLD_WORKBOOK)) throw new FileError('workbook');
  if (startsWith(head, PDF) || head.filter(isControl).length > 2 + head.length / 50)
    throw new FileError('binary');
}

const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const startsWith = (head: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);

/** What texts do not have; tabs and ends of lines they have. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);

/**
 * Told from how the text begins, not from the file's name: what is pasted has none.
 * @throws FileError for a JSON document: its rows are found only by reading all of it
 */
export function detectFileKind(head: string): FileKind {
  const start = head.trimStart();
  if (/^\[\s*[{\]]/.test(start) || /^\{\s*("data"\s*:\s*\[|$)/.test(firstLine(start)))
    throw new FileError('json');
  if (start.startsWith('{')) return { name: 'ndjson' };
  const line = firstLine(head);
  const declared = /^"?sep=([,;\t])"?$/i.exec(line)?.[1] as Delimiter | undefined;
  return {
    name: 'csv',
    delimiter: declared ?? detectDelimiter(line),
    hasDelimiterLine: declared !== undefined,
  };
}

/** The one the first line has most of, outside of quotes. */
function detectDelimiter(line: string): Delimiter {
  const unquoted = line.replace(/"[^"]*"?/g, '');
  const count = (delimiter: Delimiter) => unquoted.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)![0];
