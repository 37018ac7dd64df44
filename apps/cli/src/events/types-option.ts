import type { EventType } from '@libs/api-client';
import { Option } from 'commander';

/** For completion and help. The service checks the types. */
export const TYPES = Object.keys({
  'feedback.created': true,
  'feedback.updated': true,
  'feedback.status_changed': true,
  'feedback.deleted': true,
  'feedback.imported': true,
  'feedback.requests_reached': true,
  'note.created': true,
  'note.deleted': true,
  'request.created': true,
  'request.deleted': true,
  'tag.created': true,
  'tag.deleted': true,
  'tag.updated': true,
  'webhook.disabled': true,
} satisfies Record<EventType, true>);

/** The width of a column of types in a table. */
export const TYPE_WIDTH = Math.max(...TYPES.map(({ length }) => length));

export const typesOption = (): Option =>
  new Option('--types <types>', 'filter by types, separated by commas').choices(TYPES).argParser(String);

export const parseTypes = (types: string | undefined): EventType[] | undefined =>
  types?.split(',') as EventType[] | undefined;
