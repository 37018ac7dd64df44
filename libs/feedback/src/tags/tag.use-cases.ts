import type { Actor, Valid } from '@libs/kernel';
import { tagNotFound, type CountedTag, type TagChange } from './tag';
import type { TagRepository } from './tag.ports';

/** Use cases of tags. Items get tags by their names (tags.md 2). */
export class TagUseCases {
  constructor(private readonly tags: TagRepository) {}

  async list(accountId: string): Promise<readonly CountedTag[]> {
    return this.tags.list(accountId);
  }

  /** Renames, recolors, or merges a tag. @throws DomainError `not_found`, `rate_limit` */
  async revise(accountId: string, id: string, change: Valid<TagChange>, by: Actor): Promise<CountedTag> {
    const tag = await this.tags.revise(accountId, id.toLowerCase(), change, by);
    if (!tag) throw tagNotFound();
    return tag;
  }

  /** @throws DomainError `not_found`, `rate_limit` */
  async remove(accountId: string, id: string, by: Actor): Promise<void> {
    if (!(await this.tags.remove(accountId, id.toLowerCase(), by))) throw tagNotFound();
  }
}
