import { DEFAULT_SORT, SELECTION_FIELDS, STATUSES } from '@libs/feedback';
import { emailRule } from '@libs/kernel';
import type { Parameter, Ref, Schema } from './openapi.types';

/** The documentation of a parameter (lists.md 2, lists.md 4). The schema defaults to that of its rule. */
type ParameterText = Omit<Parameter, 'name' | 'in' | 'schema'> & { component: string; schema?: Schema | Ref };

const PARAMETER_TEXTS = {
  status: {
    component: 'Status',
    description: `Return only items with this status, or one of several, separated by commas: ${STATUSES.join(', ')}.`,
    example: 'new,planned',
  },
  source: {
    component: 'SourceFilter',
    description: 'Return only items from this source.',
    example: 'form',
  },
  q: {
    component: 'Q',
    description:
      'Return only items that contain each of these words in the title or description. Separate words with ' +
      'whitespace. Case-insensitive. Matches parts of words, and special characters literally. An item is also found ' +
      'by the texts of its duplicates, unless `merged` is set.',
    example: 'dark mode',
  },
  sort: {
    component: 'Sort',
    description:
      'Sort order; a minus sign means descending. Items with equal values are sorted by `id` in the same direction. ' +
      'An item that changes while you page through the list can be repeated in the order `updated_at`, and skipped ' +
      'in `-updated_at`.',
    schema: { ...SELECTION_FIELDS.sort.rule.schema, default: DEFAULT_SORT },
    example: '-updated_at',
  },
  submitter_email: {
    component: 'SubmitterEmail',
    description:
      'Return only items with this submitter email address. Case-insensitive. An item is also found by the submitters ' +
      'of its duplicates, unless `merged` is set.',
    schema: emailRule.schema,
    example: 'ada@example.com',
  },
  requested_by: {
    component: 'RequestedBy',
    description:
      'Return only items that this email address asks for. Case-insensitive. An item is also found by the requests for ' +
      'its duplicates, unless `merged` is set.',
    schema: emailRule.schema,
    example: 'eve@example.com',
  },
  external_id: {
    component: 'ExternalId',
    description: 'Return only the item with this external ID. Case-sensitive.',
    example: 'ticket:4711',
  },
  created_after: timeParameter('CreatedAfter', 'Return only items created at or after this time.'),
  created_before: timeParameter('CreatedBefore', 'Return only items created before this time.'),
  updated_after: timeParameter('UpdatedAfter', 'Return only items created or changed at or after this time.'),
  updated_before: timeParameter('UpdatedBefore', 'Return only items last changed before this time.'),
  assignee: {
    component: 'Assignee',
    description: 'Return only items assigned to the member with this ID, or with `none`, to no one.',
    example: 'none',
  },
  merged: {
    component: 'Merged',
    description:
      'Items that are merged into another item are left out. `include` returns them too, `only` nothing else.',
    example: 'include',
  },
  merged_into: {
    component: 'MergedInto',
    description: 'Return only the duplicates of this item.',
    example: '019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f',
  },
  tag: {
    component: 'TagNames',
    description:
      'Return only items that have all of these tags. Names of tags, separated by commas. Case-insensitive. No item ' +
      'has a tag that does not exist.',
    example: 'design,mobile',
  },
  untagged: {
    component: 'Untagged',
    description: 'If `true`, return only items without tags.',
    example: true,
  },
} satisfies Record<keyof typeof SELECTION_FIELDS, ParameterText>;

function timeParameter(component: string, description: string) {
  return {
    component,
    description: `${description} RFC 3339 with a UTC offset, or a date, which starts at midnight UTC. Encode \`+\` as \`%2B\`.`,
    example: '2026-03-03T10:00:00Z',
  };
}

/** Parameters of the operations with filters: list and export. */
export const SELECTION_PARAMETERS: Readonly<Record<string, Parameter>> = Object.fromEntries(
  Object.entries(SELECTION_FIELDS).map(([name, { rule }]) => {
    const {
      component,
      description,
      schema = rule.schema,
      example,
    }: ParameterText = PARAMETER_TEXTS[name as keyof typeof PARAMETER_TEXTS];
    return [component, { name, in: 'query', description, schema, example } satisfies Parameter];
  }),
);
export const SELECTION_NAMES: readonly string[] = Object.keys(SELECTION_PARAMETERS);
