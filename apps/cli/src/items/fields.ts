import type { FeedbackChange } from '@libs/api-client';
import { DESCRIPTION_MAX, STATUSES, TITLE_MAX } from '@libs/feedback';
import { Option, type Command } from 'commander';
import type { Context } from '../context';
import { readStdin } from './standard-input';

/** Flags that say what an item is to be. */
export interface FieldFlags {
  readonly title?: string;
  readonly description?: string;
  readonly clearDescription?: boolean;
  readonly status?: FeedbackChange['status'];
}

export function addFieldFlags(command: Command): Command {
  return command
    .option('--title <text>', `one line, up to ${TITLE_MAX} characters`)
    .option(
      '--description <text>',
      `up to ${DESCRIPTION_MAX.toLocaleString('en')} characters; - reads it from standard input`,
    )
    .addOption(new Option('--status <status>', 'where it stands').choices(STATUSES));
}

export function addClearFlag(command: Command): Command {
  return command.addOption(
    new Option('--clear-description', 'take the description away').conflicts('description'),
  );
}

/** What the flags say, null when they say nothing; then standard input may. */
export async function readFields(context: Context, flags: FieldFlags): Promise<FeedbackChange | null> {
  const { title, status, clearDescription } = flags;
  const isPiped = flags.description === '-';
  const description = isPiped ? await readStdin(context, 'the description') : flags.description;
  const fields: FeedbackChange = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(clearDescription && { description: null }),
    ...(status !== undefined && { status }),
  };
  return Object.keys(fields).length > 0 ? fields : null;
}
