import type { FeedbackChange } from '@libs/api-client';
import { DESCRIPTION_MAX, STATUSES, TITLE_MAX } from '@libs/feedback';
import { Option, type Command } from 'commander';
import type { Context } from '../context';
import { readStdin } from './standard-input';

/** Flags that set the fields of an item. */
export interface FieldFlags {
  readonly title?: string;
  readonly description?: string;
  readonly clearDescription?: boolean;
  readonly status?: FeedbackChange['status'];
  readonly tags?: string;
  readonly addTags?: string;
  readonly removeTags?: string;
  readonly links?: string;
  /** What the team writes to the followers; true without a text. */
  readonly notify?: string | true;
}

export function addFieldFlags(command: Command): Command {
  return command
    .option('--title <text>', `title: one line, up to ${TITLE_MAX} characters`)
    .option(
      '--description <text>',
      `description: up to ${DESCRIPTION_MAX.toLocaleString('en')} characters; - reads standard input`,
    )
    .addOption(new Option('--status <status>', 'status of the item').choices(STATUSES))
    .option('--tags <names>', "all tags, separated by commas; '' removes them")
    .option('--links <urls>', "all links: URLs separated by spaces; '' removes them");
}

export function addClearFlag(command: Command): Command {
  return command.addOption(
    new Option('--clear-description', 'remove the description').conflicts('description'),
  );
}

/** Flags that change the tags of several items. */
export function addTagFlags(command: Command): Command {
  return command
    .addOption(new Option('--add-tags <names>', 'add these tags, separated by commas').conflicts('tags'))
    .addOption(new Option('--remove-tags <names>', 'remove these tags').conflicts('tags'))
    .option('--yes', 'skip the question before --tags or --links replaces those of several items');
}

/** The flag that tells followers of a new status. */
export const addNotifyFlag = (command: Command): Command =>
  command.option('--notify [message]', 'tell the people who follow an item, in two minutes; with --status');

/** Fields set by the flags; null without any, so that the caller can read standard input. */
export async function readFields(context: Context, flags: FieldFlags): Promise<FeedbackChange | null> {
  const { title, status, tags, addTags, removeTags, links, notify, clearDescription } = flags;
  const isPiped = flags.description === '-';
  const description = isPiped ? await readStdin(context, 'the description') : flags.description;
  const fields: FeedbackChange = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(clearDescription && { description: null }),
    ...(status !== undefined && { status }),
    ...(tags !== undefined && { tags: namesOf(tags) }),
    ...(addTags !== undefined && { add_tags: namesOf(addTags) }),
    ...(removeTags !== undefined && { remove_tags: namesOf(removeTags) }),
    ...(notify !== undefined && { notify: notify === true ? {} : { message: notify } }),
    ...(links !== undefined && { links: links.split(/\s+/).flatMap((url) => (url === '' ? [] : [{ url }])) }),
  };
  return Object.keys(fields).length > 0 ? fields : null;
}

const namesOf = (list: string): string[] => list.split(',').filter((name) => name.trim() !== '');
