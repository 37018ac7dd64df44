/** Why a file cannot be imported. */
type FileErrorCode =
  | 'empty'
  | 'noRows'
  | 'tooLarge'
  | 'tooMany'
  | 'encoding'
  | 'wrongEncoding'
  | 'workbook'
  | 'binary'
  | 'json'
  | 'quotes'
  | 'cells'
  | 'jsonLine'
  | 'unreadable';

export class FileError extends Error {
  override readonly name = 'FileError';

  constructor(
    readonly code: FileErrorCode,
    /** The line of the error; for `tooMany`, the number of rows; for `tooLarge`, the number of parts needed. */
    readonly figure = 0,
  ) {
    super(code);
  }
}
