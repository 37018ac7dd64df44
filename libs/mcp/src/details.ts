import type { RequestJson } from '@libs/feedback';
import type { FieldDifferences } from './changes';
import { cut, differencesOf } from './changes';

/** Maximum number of entries of each part, the newest ones. */
export const DETAILS_SHOWN = 20;

/** A note about an item. */
export interface NoteDetail {
  readonly text: string;
  /** Who wrote it. */
  readonly by: string;
  readonly at: string;
}

/** An entry of the history of an item. */
export interface HistoryDetail {
  readonly at: string;
  readonly by: string;
  readonly type: string;
  readonly changes: FieldDifferences;
}

/** A request without the members that are the same for all requests, or that no model needs. */
export type RequestDetail = Pick<
  RequestJson,
  'email' | 'name' | 'company' | 'value' | 'quote' | 'link' | 'count' | 'created_at'
>;

/** The parts of an item that were asked for, newest first. */
export interface Details {
  readonly notes?: readonly NoteDetail[];
  readonly history?: readonly HistoryDetail[];
  readonly requests?: readonly RequestDetail[];
}

const REQUEST_MEMBERS = [
  'email',
  'name',
  'company',
  'value',
  'quote',
  'link',
  'count',
  'created_at',
] as const satisfies readonly (keyof RequestDetail)[];

/** Returns the parts without what says nothing. */
export function compactDetails({ notes, history, requests }: Details): Record<string, unknown> {
  return {
    ...(notes && { notes: notes.map(({ text, by, at }) => ({ at, by, text })) }),
    ...(history && {
      history: history.map(({ at, by, type, changes }) => ({ at, by, type, ...differencesOf(changes, cut) })),
    }),
    ...(requests && { requests: requests.map(compactRequest) }),
  };
}

const compactRequest = (request: RequestDetail): Record<string, unknown> =>
  Object.fromEntries(
    REQUEST_MEMBERS.map((name) => [name, request[name]] as const).filter(
      ([name, value]) => value !== null && !(name === 'count' && value === 1),
    ),
  );
