import { nullable, optional, UUID_PATTERN } from '@libs/kernel';
import { idRule } from './feedback.rules';

/** The member who works on an item (items.md 12). */
export interface Assignee {
  readonly id: string;
  readonly name: string;
}

/** JSON Schema of an assignee. */
export const ASSIGNEE = {
  type: ['object', 'null'],
  properties: {
    id: { type: 'string', format: 'uuid', pattern: `^${UUID_PATTERN}$` },
    name: { type: 'string' },
  },
  required: ['id', 'name'],
  additionalProperties: false,
};

/** Changes who works on an item; null for no one. */
export interface Assignment {
  readonly assignee?: Assignee | null | undefined;
}

/** The input of an assignment: the ID of a member, or null. */
export const ASSIGNMENT = { assignee_id: optional(nullable(idRule)) };
