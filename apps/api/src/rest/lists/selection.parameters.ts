import { DEFAULT_SORT, Q_MAX, SORTS, submitterEmailRule, type FeedbackSelection } from '@libs/feedback';
import type { Parameter } from '../../openapi/openapi.types';
import { STATUS } from '../../openapi/schemas';

/** What `ListParameters.selection` reads: which items, and in which order (lists.md 2, lists.md 4). */
const selection = {
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
    schema: { type: 'string', minLength: 1, maxLength: Q_MAX },
    example: 'dark mode',
  },
  sort: {
    component: 'Sort',
    description:
      'What comes first; a minus means from the end. Items that are equal in it follow by `id`, in the same direction. An item that changes while you walk the pages moves in the orders by last change: it comes once more in `updated_at`, and may be missed in `-updated_at`.',
    schema: { type: 'string', enum: SORTS, default: DEFAULT_SORT },
    example: '-updated_at',
  },
  submitterEmail: {
    component: 'SubmitterEmail',
    description: 'Only items of this address, in upper or lower case.',
    // An item may have none; a filter cannot ask for that.
    schema: { ...submitterEmailRule.schema, type: 'string' },
    example: 'ada@example.com',
  },
  createdAfter: moment('CreatedAfter', 'Only items created at this moment or later.'),
  createdBefore: moment('CreatedBefore', 'Only items created before this moment.'),
  updatedAfter: moment('UpdatedAfter', 'Only items changed at this moment or later, or created then.'),
} satisfies Record<
  Exclude<keyof FeedbackSelection, 'source' | 'importId' | 'searchesSenders'>,
  Omit<Parameter, 'name' | 'in'> & { component: string }
>;

function moment(component: string, description: string) {
  return {
    component,
    description: `${description} RFC 3339 with its offset; write its \`+\` as \`%2B\`.`,
    schema: { type: 'string', format: 'date-time' },
    example: '2026-03-03T10:00:00Z',
  };
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Components for whoever takes a selection: lists, exports. */
export const SELECTION_PARAMETERS: Readonly<Record<string, Parameter>> = Object.fromEntries(
  Object.entries(selection).map(([name, { component, ...rest }]) => [
    component,
    { name: inSnakeCase(name), in: 'query', ...rest } satisfies Parameter,
  ]),
);
export const SELECTION_NAMES: readonly string[] = Object.keys(SELECTION_PARAMETERS);
