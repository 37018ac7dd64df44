import { DomainError, type Instant } from '@libs/kernel';
import { timeOfId } from './import.rules';

/** How long an import can be undone, in hours. */
export const IMPORT_UNDO_HOURS = 24;

/** An import that created items or requests. */
export interface ImportEntry {
  /** A UUIDv7 of `createdAt`. */
  readonly id: string;
  readonly createdAt: Instant;
  /** Number of items that the import created. */
  readonly created: number;
  /** Number of requests that it added to items that existed. */
  readonly requests: number;
}

/** The items of an import that still exist. */
export interface ImportCounts {
  readonly items: number;
  /** The part of `items` that was changed after the import. */
  readonly changed: number;
  /** The requests of the import that items have which it did not create. */
  readonly requests: number;
}

/** What an undo deleted. */
export interface Undone {
  readonly items: number;
  readonly requests: number;
}

/** Imports at this time or before can no longer be undone. */
export const endOfUndo = (now: Date): Instant =>
  new Date(now.getTime() - IMPORT_UNDO_HOURS * 3_600_000).toISOString();

/**
 * Checks the time in the ID, not the record: an import that was undone has none, and undoing it again is valid.
 * @throws DomainError `not_found` for a malformed ID, `gone` for an import that is too old
 */
export function assertUndoable(importId: string, now: Date): void {
  const time = timeOfId(importId);
  if (time === null) throw new DomainError('not_found', 'import_not_found', 'Import not found');
  if (time <= Date.parse(endOfUndo(now))) throw undoExpired();
}

/** Rejects an undo while another one of the account runs (import.md 8). */
export const undoInProgress = (): DomainError =>
  new DomainError(
    'conflict',
    'import_undo_in_progress',
    'An undo of an import is already running for this account',
  );

const undoExpired = () =>
  new DomainError(
    'gone',
    'import_undo_expired',
    `The import can no longer be undone: it is older than ${IMPORT_UNDO_HOURS} hours`,
  );
