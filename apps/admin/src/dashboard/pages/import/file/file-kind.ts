import type { Delimiter } from './csv';
import { detectDelimiter } from './delimiter';
import { FileError } from './file-error';

export type FileKind =
  | {
      readonly name: 'csv';
      readonly delimiter: Delimiter;
      /** True if the first line only declares the delimiter: `sep=;`, for Excel. */
      readonly hasDelimiterLine: boolean;
    }
  | { readonly name: 'ndjson' };

/**
 * Rejects files that aren't text. Excel workbooks are ZIP files.
 * @throws FileError
 */
export function rejectBinary(head: Uint8Array, isUtf16: boolean): void {
  if (head[0] === 0x50 && head[1] === 0x4b && head[2]! < 9) throw new FileError('workbook');
  if (startsWith(head, OLD_WORKBOOK)) throw new FileError('workbook');
  const controlsMax = isUtf16 ? head.length / 2 : 2 + head.length / 50;
  if (startsWith(head, PDF) || head.filter(isControl).length > controlsMax) throw new FileError('binary');
}

const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
const startsWith = (head: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => head[at] === byte);

/** True for control characters except tabs and line breaks. */
const isControl = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32);

/**
 * Detects the format from the beginning of the text, because pasted text has no file name.
 * @param isComplete whether `head` is the whole text
 * @throws FileError for a JSON document, because finding its rows requires parsing all of it
 */
export function detectFileKind(head: string, isComplete: boolean): FileKind {
  const start = head.trimStart();
  if (/^\[\s*[{\]]/.test(start) || /^\{\s*("data"\s*:\s*\[|$)/.test(firstLine(start)))
    throw new FileError('json');
  if (start.startsWith('{')) return { name: 'ndjson' };
  const line = firstLine(head);
  const declared = /^"?sep=([,;\t|])"?$/i.exec(line)?.[1] as Delimiter | undefined;
  return {
    name: 'csv',
    delimiter: declared ?? detectDelimiter(head, isComplete),
    hasDelimiterLine: declared !== undefined,
  };
}

const firstLine = (text: string): string => /^[^\r\n]*/.exec(text)![0];
