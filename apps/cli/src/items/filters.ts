import { SORTS, STATUSES } from '@libs/feedback';
import type { ListAllQuery } from '@libs/api-client';
import { InvalidArgumentError, Option, type Command } from 'commander';

/** Flags that say which items, and in which order: those of list and export. */
export interface FilterFlags {
  readonly status?: ListAllQuery['status'];
  readonly q?: string;
  readonly search?: string;
  readonly sort?: ListAllQuery['sort'];
  readonly submitterEmail?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
  readonly updatedAfter?: string;
}

export type Filters = Pick<
  ListAllQuery,
  'status' | 'q' | 'sort' | 'submitter_email' | 'created_after' | 'created_before' | 'updated_after'
>;

export function addFilterFlags(command: Command): Command {
  return command
    .addOption(new Option('--status <status>', 'only those with this status').choices(STATUSES))
    .option('--q <words>', 'only those with all of these words in title or description')
    .addOption(new Option('--search <words>', 'the same as --q').conflicts('q'))
    .option('--submitter-email <address>', 'only those of this address')
    .option('--created-after <time>', 'created then or later: 2026-03-03 or 2026-03-03T10:00:00Z', parseTime)
    .option('--created-before <time>', 'created before then', parseTime)
    .option('--updated-after <time>', 'changed or created then or later', parseTime)
    .addOption(new Option('--sort <order>', 'what comes first (default: -created_at)').choices(SORTS));
}

export function toFilters(flags: FilterFlags): Filters {
  return {
    status: flags.status,
    q: flags.q ?? flags.search,
    sort: flags.sort,
    submitter_email: flags.submitterEmail,
    created_after: flags.createdAfter,
    created_before: flags.createdBefore,
    updated_after: flags.updatedAfter,
  };
}

/** A day alone begins when it begins here; every other time is the service's to understand. */
function parseTime(value: string): string {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  if (!day) return value;
  const [, year, month, date] = day.map(Number);
  const start = new Date(year!, month! - 1, date);
  // The 31st of February would be a day in March.
  if (start.getDate() !== date) throw new InvalidArgumentError('There is no such day.');
  return start.toISOString();
}

/** For flags that take a number; whether it is within bounds is the service's to say. */
export function wholeNumber(value: string): number {
  if (!/^\d{1,10}$/.test(value)) throw new InvalidArgumentError('It is a whole number.');
  return Number(value);
}
