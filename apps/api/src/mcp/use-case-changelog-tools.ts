import type { Caller } from '@libs/accounts';
import { entryJson, type ChangelogEntry, type EntryChange, type EntryJson } from '@libs/feedback';
import { apiKeyActor, PAGE_DEFAULT, throwIfInvalid, type Issue, type Valid } from '@libs/kernel';
import type { ChangelogTools, EntriesArguments, EntryListing, NewEntryArguments } from '@libs/mcp';
import { changelogScope, positionAt } from '../cursors/cursor';
import type { McpUseCases } from './mcp-use-cases';

/** The MCP tools of the changelog inside the service, for the account of the caller. */
export class UseCaseChangelogTools implements ChangelogTools {
  /** @param withToolFailures converts thrown errors for the client */
  constructor(
    private readonly caller: Pick<Caller, 'accountId' | 'keyId'>,
    private readonly useCases: Pick<McpUseCases, 'changelog' | 'cursors' | 'keys' | 'urls'>,
    private readonly withToolFailures: <T>(work: () => Promise<T>) => Promise<T>,
  ) {}

  list({ status, limit = PAGE_DEFAULT, cursor }: EntriesArguments): Promise<EntryListing> {
    return this.withToolFailures(async () => {
      const { changelog, cursors } = this.useCases;
      const { accountId } = this.caller;
      const scope = changelogScope(accountId, status);
      const issues: Issue[] = [];
      const after = positionAt(cursor, scope, cursors, issues)?.id;
      throwIfInvalid(issues);
      const { items, hasMore } = await changelog.list(accountId, { status, limit, after });
      const formUrl = await this.formUrl();
      return {
        entries: items.map((entry) => entryJson(entry, formUrl)),
        next_cursor: hasMore ? cursors.encode(scope, { id: items.at(-1)!.id }) : null,
      };
    });
  }

  get(id: string): Promise<EntryJson> {
    return this.entry(() => this.useCases.changelog.read(this.caller.accountId, id));
  }

  create(entry: NewEntryArguments): Promise<EntryJson> {
    return this.entry(() => this.useCases.changelog.create(this.caller.accountId, entry));
  }

  change(id: string, change: Valid<EntryChange>): Promise<EntryJson> {
    const { accountId, keyId } = this.caller;
    return this.entry(() => this.useCases.changelog.change(accountId, id, change, apiKeyActor(keyId)));
  }

  delete(id: string): Promise<void> {
    return this.withToolFailures(() => this.useCases.changelog.remove(this.caller.accountId, id));
  }

  private entry(work: () => Promise<ChangelogEntry>): Promise<EntryJson> {
    return this.withToolFailures(async () => entryJson(await work(), await this.formUrl()));
  }

  private async formUrl(): Promise<string> {
    const { keys, urls } = this.useCases;
    return urls.form((await keys.describe(this.caller)).account.slug);
  }
}
