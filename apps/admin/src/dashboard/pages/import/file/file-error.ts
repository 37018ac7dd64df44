/** Why a file as a whole cannot be imported. */
type FileErrorCode =
  | 'empty'
  | 'noRows'
  | 'tooLarge'
  | 'tooMany'
  | 'encoding'
  | 'utf16'
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
    /** The line it was found on, or how many rows there are too many of. */
    readonly figure = 0,
  ) {
    super(code);
  }
}
