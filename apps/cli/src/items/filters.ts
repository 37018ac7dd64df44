import { MERGED_FILTERS, SORTS, STATUSES } from '@libs/feedback';
import type { ListAllQuery } from '@libs/api-client';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Flags of `list` and `export` that filter and sort items. */
export interface FilterFlags {
  readonly status?: ListAllQuery['status'];
  readonly q?: string;
  readonly search?: string;
  readonly sort?: ListAllQuery['sort'];
  readonly submitterEmail?: string;
  readonly externalId?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly updatedAfter?: string;
  readonly merged?: ListAllQuery['merged'];
  readonly mergedInto?: string;
  readonly tag?: string;
  readonly untagged?: true;
}

export type Filters = Pick<
  ListAllQuery,
  | 'status'
  | 'q'
  | 'sort'
  | 'submitter_email'
  | 'external_id'
  | 'created_after'
  | 'created_before'
  | 'updated_after'
  | 'merged'
  | 'merged_into'
  | 'tag'
  | 'untagged'
>;

export function addFilterFlags(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'filter by status').choices(STATUSES))
    .option('--q <words>', 'filter by words; all must be in the title or description')
    .addOption(new Option('--search <words>', 'same as --q').conflicts('q'))
    .option('--submitter-email <email>', 'filter by the email address of the submitter')
    .option('--external-id <id>', 'filter by the ID of the item in another system')
    .option('--tag <names>', 'filter by tags, separated by commas; items have all of them')
    .option('--untagged', 'only items without tags')
    .option('--created-after <time>', 'created at or after: 2026-03-03 or 2026-03-03T10:00:00Z', parseTime)
    .option('--created-before <time>', 'created before this time', parseTime)
    .option('--updated-after <time>', 'created or updated at or after this time', parseTime)
    .addOption(new Option('--merged <which>', 'also or only merged items').choices(MERGED_FILTERS))
    .option('--merged-into <id>', 'only duplicates of this item')
    .addOption(new Option('--sort <order>', 'sort order (default: -created_at)').choices(SORTS));
}

export function toFilters(flags: FilterFlags): Filters {
  return {
    status: flags.status,
    q: flags.q ?? flags.search,
    sort: flags.sort,
    submitter_email: flags.submitterEmail,
    external_id: flags.externalId,
    created_after: flags.createdAfter,
    created_before: flags.createdBefore,
    updated_after: flags.updatedAfter,
    merged: flags.merged,
    merged_into: flags.mergedInto,
    tag: flags.tag,
    untagged: flags.untagged,
  };
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
