import type { Clock } from '@libs/kernel';
import { assertUndoable, endOfUndo, type ImportCounts, type ImportEntry } from './undo';
import type { ImportRepository } from './import.ports';

/** Most imports that are listed. */
export const IMPORTS_LISTED_MAX = 100;

/** Imports that can be undone. */
export class ImportUndoUseCases {
  constructor(
    private readonly imports: ImportRepository,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list(accountId: string): Promise<readonly ImportEntry[]> {
    return this.imports.list(accountId, endOfUndo(this.clock()), IMPORTS_LISTED_MAX);
  }

  /**
   * What `undo` would remove.
   * @throws DomainError `not_found`, `gone`
   */
  async preview(accountId: string, importId: string): Promise<ImportCounts> {
    assertUndoable(importId, this.clock());
    return this.imports.count(accountId, importId);
  }

  /**
   * Removes the items that an import created; those that were changed after it only with `withChanged`. Returns how
   * many. It can be called again, after a failure or not.
   * @throws DomainError `not_found`, `gone`
   */
  async undo(accountId: string, importId: string, withChanged: boolean): Promise<number> {
    assertUndoable(importId, this.clock());
    return this.imports.undo(accountId, importId, withChanged);
  }
}
