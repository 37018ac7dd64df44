import type { Actor } from '@libs/kernel';
import type { CountedTag, Tag, TagChange } from './tag';

/**
 * Stores the tags of accounts. Every method takes the account ID first. Tags of other accounts and malformed IDs count
 * as not found. IDs are in lowercase. Changes of a tag never change versions or times of items. Each is recorded in its
 * transaction as a `RecordedChange`.
 */
export interface TagRepository {
  /** Returns all tags in alphabetical order. */
  list(accountId: string): Promise<readonly CountedTag[]>;
  /** Returns those of the names that are tags, regardless of case, in any order. */
  find(accountId: string, names: readonly string[]): Promise<readonly Tag[]>;
  /**
   * As `find`, after creating the tags that don't exist, by the service if no one else is given. Concurrent calls with the same name create one tag.
   * @throws DomainError `conflict` `tag_limit_reached`; then nothing is created
   */
  ensure(
    accountId: string,
    names: readonly string[],
    newId: () => string,
    by?: Actor,
  ): Promise<readonly Tag[]>;
  /**
   * Returns those of the names that are tags, without creating the others.
   * @throws DomainError `conflict` `tag_limit_reached` if `ensure` would throw it
   */
  rehearse(accountId: string, names: readonly string[]): Promise<readonly Tag[]>;
  /**
   * Changes a tag. With the name of another tag, moves all items to that one and deletes this one. Works in chunks then:
   * after an error, call it again. Returns the remaining tag; null if it is not found.
   * @throws DomainError `rate_limit` `import_in_progress` if it must merge while the account has a running import
   */
  revise(accountId: string, id: string, change: TagChange, by: Actor): Promise<CountedTag | null>;
  /**
   * Deletes a tag; no item has it from then on. Returns false if it is not found.
   * @throws DomainError `rate_limit` `import_in_progress` if the account has a running import
   */
  remove(accountId: string, id: string, by: Actor): Promise<boolean>;
}
