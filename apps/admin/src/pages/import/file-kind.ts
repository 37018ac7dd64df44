import type { Delimiter } from './csv';
import { FileFault } from './file-fault';

export type FileKind = { readonly name: 'csv'; readonly delimiter: Delimiter } | { readonly name: 'ndjson' };

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];

/**
 * What is no text at all: an Excel workbook is a ZIP file, and the "Unicode text" of spreadsheets is UTF-16.
 * @throws FileFault
 */
export function refuseBinary(head: Uint8Array): void {
  if (head[0] === 0x50 && head[1] === 0x4b && head[2]! < 9) throw new FileFault('workbook');
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) {
    throw new FileFault('utf16');
  }
}

/**
 * Told from how the text begins, not from the file's name: what is pasted has none.
 * @throws FileFault for a JSON document: its rows are found only by reading all of it
 */
export function kindOf(head: string): FileKind {
  const start = head.trimStart();
  if (/^\[\s*[{\]]/.test(start) || /^\{\s*("data"\s*:\s*\[|$)/.test(firstLine(start)))
    throw new FileFault('json');
  if (start.startsWith('{')) return { name: 'ndjson' };
  return { name: 'csv', delimiter: delimiterOf(firstLine(head)) };
}

/** The one the first line has most of, outside of quotes. */
function delimiterOf(line: string): Delimiter {
  const bare = line.replace(/"[^"]*"?/g, '');
  const count = (delimiter: Delimiter) => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)![0];
