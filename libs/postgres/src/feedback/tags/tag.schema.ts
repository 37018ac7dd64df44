import { TAG_NAME_MAX, type Status, type Tag } from '@libs/feedback';
import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';

interface StoredTag extends Tag {
  readonly accountId: string;
  /** `tagKey` of the name. */
  readonly key: string;
}

/** The table of `Tag`. A field without a column is a compile error. */
export const TagSchema = new EntitySchema<StoredTag>({
  name: 'tags',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    name: { type: 'varchar', length: TAG_NAME_MAX },
    key: { type: 'text', collation: 'C' },
    color: { type: 'text' },
  } satisfies Record<keyof StoredTag, EntitySchemaColumnOptions>,
  indices: [{ name: 'tags_account_key', columns: ['accountId', 'key'], unique: true }],
});

/** A tag of an item, for lists and counts by tag. Triggers on `feedback` keep it up to date. */
interface TaggedItem {
  readonly accountId: string;
  readonly tagId: string;
  readonly id: string;
  readonly status: Status;
}

export const FeedbackTagSchema = new EntitySchema<TaggedItem>({
  name: 'feedback_tags',
  columns: {
    accountId: { name: 'account_id', type: 'uuid', primary: true },
    tagId: { name: 'tag_id', type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    status: { type: 'text' },
  } satisfies Record<keyof TaggedItem, EntitySchemaColumnOptions>,
  indices: [{ name: 'feedback_tags_status', columns: ['accountId', 'tagId', 'status', 'id'] }],
});
