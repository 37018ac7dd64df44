import { entryJson, type ChangelogEntry, type ChangelogUseCases, type EntryChange } from '@libs/feedback';
import { PAGE_DEFAULT, SYSTEM, type Valid } from '@libs/kernel';
import type { ChangelogTools, EntriesArguments, NewEntryArguments } from '../src';
import { invalidCursor, withToolFailures } from './tool-failures';

/** Runs the tools of the changelog on use cases with in-memory repositories. */
export class InMemoryChangelogTools implements ChangelogTools {
  constructor(
    private readonly accountId: string,
    private readonly changelog: ChangelogUseCases,
  ) {}

  list({ status, limit = PAGE_DEFAULT, cursor }: EntriesArguments) {
    return withToolFailures(async () => {
      const scope = `${this.accountId} ${status} `;
      if (cursor !== undefined && !cursor.startsWith(scope)) throw invalidCursor();
      const after = cursor?.slice(scope.length);
      const { items, hasMore } = await this.changelog.list(this.accountId, { status, limit, after });
      return { entries: items.map(json), next_cursor: hasMore ? scope + items.at(-1)!.id : null };
    });
  }

  get(id: string) {
    return withToolFailures(async () => json(await this.changelog.read(this.accountId, id)));
  }

  create(entry: NewEntryArguments) {
    return withToolFailures(async () => json(await this.changelog.create(this.accountId, entry)));
  }

  change(id: string, change: Valid<EntryChange>) {
    return withToolFailures(async () =>
      json(await this.changelog.change(this.accountId, id, change, SYSTEM)),
    );
  }

  delete(id: string) {
    return withToolFailures(() => this.changelog.remove(this.accountId, id));
  }
}

const json = (entry: ChangelogEntry) => entryJson(entry, 'http://localhost/f/acme');
