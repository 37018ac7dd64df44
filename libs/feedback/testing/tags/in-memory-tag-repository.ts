import {
  colorOf,
  tagKey,
  tagLimitReached,
  TAGS_MAX,
  type CountedTag,
  type Tag,
  type TagChange,
} from '../../src';
import type { RecordedChange, TagRecord, TagRepository } from '../../src';
import { SYSTEM, type Actor } from '@libs/kernel';
import { sortedTags } from '../../src';

/** The items whose tags the repository changes. */
export interface TaggedItems {
  countTagged(accountId: string, name: string): number;
  record(accountId: string, change: RecordedChange): void;
  /** Replaces the names of tags in all items, without a new version. */
  retag(accountId: string, renamed: (name: string) => string | null): void;
}

/** In-memory adapter for unit tests. Passes the same contract tests as the PostgreSQL adapter. */
export class InMemoryTagRepository implements TagRepository {
  private readonly accounts = new Map<string, Tag[]>();

  constructor(private readonly items: TaggedItems) {}

  async list(accountId: string): Promise<readonly CountedTag[]> {
    const tags = this.of(accountId);
    const names = sortedTags(tags.map(({ name }) => name));
    return names.map((name) =>
      this.counted(
        accountId,
        tags.find((tag) => tag.name === name)!,
      ),
    );
  }

  async find(accountId: string, names: readonly string[]): Promise<readonly Tag[]> {
    const keys = new Set(names.map(tagKey));
    return this.of(accountId).filter(({ name }) => keys.has(tagKey(name)));
  }

  async ensure(
    accountId: string,
    names: readonly string[],
    newId: () => string,
    by: Actor = SYSTEM,
  ): Promise<readonly Tag[]> {
    const tags = this.of(accountId);
    for (const name of this.missingIn(accountId, names)) {
      const tag = { id: newId(), name, color: colorOf(tags.length) };
      tags.push(tag);
      this.record(accountId, by, { kind: 'tag_created', tag });
    }
    return this.find(accountId, names);
  }

  async rehearse(accountId: string, names: readonly string[]): Promise<readonly Tag[]> {
    this.missingIn(accountId, names);
    return this.find(accountId, names);
  }

  /** @throws DomainError if they are too many */
  private missingIn(accountId: string, names: readonly string[]): readonly string[] {
    const missing = sortedTags(names).filter((name) => !this.named(accountId, name));
    if (this.of(accountId).length + missing.length > TAGS_MAX) throw tagLimitReached();
    return missing;
  }

  async revise(accountId: string, id: string, change: TagChange, by: Actor): Promise<CountedTag | null> {
    const tags = this.of(accountId);
    const tag = tags.find((one) => one.id === id);
    if (!tag) return null;
    const { name = tag.name } = change;
    const other = this.named(accountId, name);
    const target = other && other.id !== id ? other : tag;
    const next = { ...target, ...(target === tag && { name }), color: change.color ?? target.color };
    this.accounts.set(accountId, tags.filter((one) => one !== tag && one !== target).concat(next));
    this.items.retag(accountId, (one) => (tagKey(one) === tagKey(tag.name) ? next.name : one));
    const previous = {
      ...(target.name !== next.name && { name: target.name }),
      ...(target.color !== next.color && { color: target.color }),
    };
    if (Object.keys(previous).length > 0)
      this.record(accountId, by, { kind: 'tag_updated', tag: next, previous });
    if (target !== tag) this.record(accountId, by, { kind: 'tag_deleted', tag, mergedInto: next });
    return this.counted(accountId, next);
  }

  async remove(accountId: string, id: string, by: Actor): Promise<boolean> {
    const tags = this.of(accountId);
    const tag = tags.find((one) => one.id === id);
    if (!tag) return false;
    this.accounts.set(
      accountId,
      tags.filter((one) => one !== tag),
    );
    this.items.retag(accountId, (one) => (tagKey(one) === tagKey(tag.name) ? null : one));
    this.record(accountId, by, { kind: 'tag_deleted', tag, mergedInto: null });
    return true;
  }

  removeAll(accountId: string): void {
    this.accounts.delete(accountId);
  }

  /** Returns the stored names of those that are tags, in alphabetical order. */
  stored(accountId: string, names: readonly string[]): readonly string[] {
    return sortedTags(names.flatMap((name) => this.named(accountId, name)?.name ?? []));
  }

  private record(accountId: string, actor: Actor, change: TagRecord): void {
    this.items.record(accountId, { actor, at: new Date().toISOString(), ...change });
  }

  private named(accountId: string, name: string): Tag | undefined {
    return this.of(accountId).find((tag) => tagKey(tag.name) === tagKey(name));
  }

  private counted(accountId: string, tag: Tag): CountedTag {
    return { ...tag, count: this.items.countTagged(accountId, tag.name) };
  }

  private of(accountId: string): Tag[] {
    let tags = this.accounts.get(accountId);
    if (!tags) this.accounts.set(accountId, (tags = []));
    return tags;
  }
}
