import { DomainError, optional, objectRule, oneOf, type ValuesOf } from '@libs/kernel';
import { tagNameRule } from './tag.rules';

/** Maximum number of tags of an account (tags.md 1). */
export const TAGS_MAX = 500;

/** New tags get these colors in turn. */
export const TAG_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'violet',
  'pink',
] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** A tag of an account. Items have its name (tags.md 1). */
export interface Tag {
  /** UUID in lowercase. */
  readonly id: string;
  /** Unique in the account, regardless of case. */
  readonly name: string;
  readonly color: TagColor;
}

export interface CountedTag extends Tag {
  /** Number of items that have it. */
  readonly count: number;
}

export const tagJson = ({ id, name, color, count }: CountedTag) => ({ id, name, color, count });

/** The input of an update. */
export const tagChangeRule = objectRule(
  { name: optional(tagNameRule), color: optional(oneOf(TAG_COLORS)) },
  { readOnly: { names: ['id', 'count'], verb: 'updated' } },
);
export type TagChange = ValuesOf<typeof tagChangeRule.fields>;

export const colorOf = (position: number): TagColor => TAG_COLORS[position % TAG_COLORS.length]!;

export const tagNotFound = (): DomainError => new DomainError('not_found', 'tag_not_found', 'Tag not found');

export const tagLimitReached = (): DomainError =>
  new DomainError(
    'conflict',
    'tag_limit_reached',
    `Too many tags (maximum ${TAGS_MAX}): delete or merge tags first`,
  );
