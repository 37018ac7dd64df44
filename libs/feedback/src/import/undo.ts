import { DomainError, type Instant } from '@libs/kernel';
import { timeOfId } from './import.rules';

/** How long an import can be undone. */
export const IMPORT_UNDO_HOURS = 24;

/** An import that created items. */
export interface ImportEntry {
  /** A UUIDv7 of `createdAt`. */
  readonly id: string;
  readonly createdAt: Instant;
  /** How many items it created. */
  readonly created: number;
}

/** What is left of an import. */
export interface ImportCounts {
  readonly items: number;
  /** Those of `items` that were changed after the import. */
  readonly changed: number;
}

/** Imports at this time or before can no longer be undone. */
export const endOfUndo = (now: Date): Instant =>
  new Date(now.getTime() - IMPORT_UNDO_HOURS * 3_600_000).toISOString();

/**
 * By the time in the id: an import that was undone has no record any more, and may be undone again.
 * @throws DomainError `not_found` for a malformed id, `gone` when it is too late
 */
export function assertUndoable(importId: string, now: Date): void {
  const time = timeOfId(importId);
  if (time === null) throw new DomainError('not_found', 'import_not_found', 'Import not found');
  if (time <= Date.parse(endOfUndo(now))) throw undoExpired();
}

const undoExpired = () =>
  new DomainError(
    'gone',
    'import_undo_expired',
    `The import can no longer be undone: it is older than ${IMPORT_UNDO_HOURS} hours`,
  );
