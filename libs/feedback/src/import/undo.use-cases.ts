import {
  OnePerAccount,
  securityEvents,
  type Clock,
  type NewId,
  type NewSecurityEvent,
  type Requester,
} from '@libs/kernel';
import {
  assertUndoable,
  endOfUndo,
  undoInProgress,
  type ImportCounts,
  type ImportEntry,
  type Undone,
} from './undo';
import type { ImportRepository } from './import.ports';

/** Maximum number of listed imports. */
const IMPORTS_LISTED_MAX = 100;

/** Use cases of imports that can be undone. */
export class ImportUndoUseCases {
  private readonly newEvent: NewSecurityEvent;
  private readonly undos = new OnePerAccount(undoInProgress);

  constructor(
    private readonly imports: ImportRepository,
    private readonly clock: Clock,
    newId: NewId,
  ) {
    this.newEvent = securityEvents(clock, newId);
  }

  /** Returns the imports that can be undone, newest first. */
  async list(accountId: string): Promise<readonly ImportEntry[]> {
    return this.imports.list(accountId, endOfUndo(this.clock()), IMPORTS_LISTED_MAX);
  }

  /**
   * Counts the items that `undo` would delete.
   * @throws DomainError `not_found`, `gone`
   */
  async preview(accountId: string, importId: string): Promise<ImportCounts> {
    assertUndoable(importId, this.clock());
    const [items, requests] = await Promise.all([
      this.imports.count(accountId, importId),
      this.imports.countRequests(accountId, importId),
    ]);
    return { ...items, requests };
  }

  /**
   * Deletes the requests and the items that an import created and returns how many. Without `withChanged`, keeps items that were changed
   * after the import. Can be called again. Several at once would wait for each other's locks.
   * @throws DomainError `not_found`, `gone`, `conflict` `import_undo_in_progress`
   */
  async undo(accountId: string, importId: string, withChanged: boolean, by: Requester): Promise<Undone> {
    assertUndoable(importId, this.clock());
    const event = this.newEvent(accountId, 'feedback.import_undone', by, { id: importId });
    return this.undos.run(accountId, async () => {
      const requests = await this.imports.undoRequests(accountId, importId, event);
      const itemEvent = requests === 0 ? event : undefined;
      const items = await this.imports.undo(accountId, importId, withChanged, by, itemEvent);
      return { items, requests };
    });
  }
}
