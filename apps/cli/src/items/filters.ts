import { SELECTION_FIELDS, STATUSES } from '@libs/feedback';
import type { ListAllQuery } from '@libs/api-client';
import { InvalidArgumentError, Option, type Command } from 'commander';

type Name = keyof typeof SELECTION_FIELDS;
/** The parameters that filter and sort items. */
export type Filters = Pick<ListAllQuery, Name>;

type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;
/** The flags of `list` and `export` for these parameters. */
export type FilterFlags = { readonly [N in Name as CamelCase<N>]?: Filters[N] } & {
  readonly search?: string;
};

/** The value and the help of each flag, in the order of the help. */
const HELP: Readonly<Record<Name, readonly [value: string, help: string]>> = {
  status: ['<status>', 'filter by status, or by several, separated by commas'],
  source: ['<source>', 'filter by source, such as form, widget, or api'],
  q: ['<words>', 'filter by words; all must be in the title or description'],
  submitter_email: ['<email>', 'filter by the email address of the submitter'],
  requested_by: ['<email>', 'only items that this email address asks for'],
  external_id: ['<id>', 'filter by the ID of the item in another system'],
  tag: ['<names>', 'filter by tags, separated by commas; items have all of them'],
  untagged: ['', 'only items without tags'],
  created_after: ['<time>', 'created at or after: 2026-03-03 or 2026-03-03T10:00:00Z'],
  created_before: ['<time>', 'created before this time'],
  updated_after: ['<time>', 'created or updated at or after this time'],
  updated_before: ['<time>', 'neither created nor updated since this time'],
  assignee: ['<id>', 'filter by the ID of the member who works on it, or none'],
  merged: ['<which>', 'also or only merged items'],
  merged_into: ['<id>', 'only duplicates of this item'],
  sort: ['<order>', 'sort order (default: -created_at)'],
};

function optionOf(name: Name): Option {
  const [value, help] = HELP[name];
  const option = new Option(`--${name.replaceAll('_', '-')} ${value}`, help);
  const { enum: choices, format } = SELECTION_FIELDS[name].rule.schema;
  if (choices) option.choices(choices as string[]);
  if (name === 'status') option.choices(STATUSES).argParser(parseStatuses);
  return format === 'date-time' ? option.argParser(parseTime) : option;
}

const OPTIONS = (Object.keys(HELP) as Name[]).map((name) => [name, optionOf(name)] as const);

export function addFilterFlags(command: Command): Command {
  for (const [name, option] of OPTIONS) {
    command.addOption(option);
    if (name === 'q') command.addOption(new Option('--search <words>', 'same as --q').conflicts('q'));
  }
  return command;
}

export function toFilters({ search, ...flags }: FilterFlags): Filters {
  const values: Readonly<Record<string, unknown>> = { ...flags, q: flags.q ?? search };
  return Object.fromEntries(OPTIONS.map(([name, option]) => [name, values[option.attributeName()]]));
}

function parseStatuses(value: string): string {
  if (!value.split(',').every((status) => (STATUSES as readonly string[]).includes(status)))
    throw new InvalidArgumentError(`Allowed choices are ${STATUSES.join(', ')}.`);
  return value;
}

/** A date without a time means midnight in the local time zone. The service parses every other value. */
export function parseTime(value: string): string {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (!day) return value;
  const [, year, month, date] = day.map(Number);
  const start = new Date(year!, month! - 1, date);
  // JavaScript turns February 31 into a day in March.
  if (start.getDate() !== date) throw new InvalidArgumentError('Use a valid date.');
  return start.toISOString();
}

/** Parses the number of a flag. The service checks the range. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,10}$/.test(value)) throw new InvalidArgumentError('Use a whole number.');
  return Number(value);
}
