import { DEFAULT_SORT, SELECTION_FIELDS } from '@libs/feedback';
import { emailRule } from '@libs/kernel';
import type { Parameter, Ref, Schema } from '../../openapi/openapi.types';
import { STATUS } from '../../openapi/schemas';

/** What the document says of each parameter beside its schema (lists.md 2, lists.md 4). */
type Words = Omit<Parameter, 'name' | 'in' | 'schema'> & { component: string; schema?: Schema | Ref };

const WORDS = {
  status: {
    component: 'Status',
    description: 'Only items with this status.',
    schema: STATUS,
    example: 'planned',
  },
  q: {
    component: 'Q',
    description:
      'Only items in whose title or description every one of these words occurs, be it as a part of a word; in upper or lower case. White space parts words, all else is taken as it is.',
    example: 'dark mode',
  },
  sort: {
    component: 'Sort',
    description:
      'What comes first; a minus means from the end. Items that are equal in it follow by `id`, in the same direction. An item that changes while you walk the pages moves in the orders by last change: it comes once more in `updated_at`, and may be missed in `-updated_at`.',
    schema: { ...SELECTION_FIELDS.sort.rule.schema, default: DEFAULT_SORT },
    example: '-updated_at',
  },
  submitter_email: {
    component: 'SubmitterEmail',
    description: 'Only items of this address, in upper or lower case.',
    schema: emailRule.schema,
    example: 'ada@example.com',
  },
  created_after: moment('CreatedAfter', 'Only items created at this moment or later.'),
  created_before: moment('CreatedBefore', 'Only items created before this moment.'),
  updated_after: moment('UpdatedAfter', 'Only items changed at this moment or later, or created then.'),
} satisfies Record<keyof typeof SELECTION_FIELDS, Words>;

function moment(component: string, description: string) {
  return {
    component,
    description: `${description} RFC 3339 with its offset; write its \`+\` as \`%2B\`.`,
    example: '2026-03-03T10:00:00Z',
  };
}

/** Components for whoever takes a selection: lists, exports. */
export const SELECTION_PARAMETERS: Readonly<Record<string, Parameter>> = Object.fromEntries(
  Object.entries(SELECTION_FIELDS).map(([name, { rule }]) => {
    const {
      component,
      description,
      schema = rule.schema,
      example,
    }: Words = WORDS[name as keyof typeof WORDS];
    return [component, { name, in: 'query', description, schema, example } satisfies Parameter];
  }),
);
export const SELECTION_NAMES: readonly string[] = Object.keys(SELECTION_PARAMETERS);
