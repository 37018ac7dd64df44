import { STATUSES } from '@libs/feedback';
import type { FeedbackChange } from '@libs/api-client';
import { Option, type Command } from 'commander';
import type { Context } from '../context';
import { textFrom } from './input';

/** Flags that say what an item is to be. */
export interface FieldFlags {
  readonly title?: string;
  readonly description?: string;
  readonly clearDescription?: boolean;
  readonly status?: FeedbackChange['status'];
}

export function addFields(command: Command): Command {
  return command
    .option('--title <text>', 'one line, up to 200 characters')
    .option('--description <text>', 'up to 10,000 characters; - reads it from standard input')
    .addOption(new Option('--status <status>', 'where it stands').choices(STATUSES));
}

export function addClearing(command: Command): Command {
  return command.addOption(
    new Option('--clear-description', 'take the description away').conflicts('description'),
  );
}

/** What the flags say, null when they say nothing; then standard input may. */
export async function fieldsOf(context: Context, flags: FieldFlags): Promise<FeedbackChange | null> {
  const { title, status, clearDescription } = flags;
  const isPiped = flags.description === '-';
  const description = isPiped ? await textFrom(context, 'the description') : flags.description;
  const fields: FeedbackChange = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(clearDescription && { description: null }),
    ...(status !== undefined && { status }),
  };
  return Object.keys(fields).length > 0 ? fields : null;
}
