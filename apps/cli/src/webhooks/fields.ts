import type { NewWebhook, WebhookChange } from '@libs/api-client';
import { Option, type Command } from 'commander';
import type { Context } from '../context';
import { TYPES } from '../events/types-option';
import { CliError, EXIT } from '../exit-codes';
import { parseJsonValues, readPipedText } from '../items/standard-input';
import { RepeatableOption } from '../options/repeatable-option';

/** Flags that set the fields of a webhook. */
export interface EndpointFlags {
  readonly events?: string;
  readonly payload?: NewWebhook['payload'];
  readonly signature?: NewWebhook['signature'];
  readonly status?: WebhookChange['status'];
  readonly header?: readonly string[];
  readonly description?: string;
  readonly excludeActor?: string;
}

type Fields = Partial<NewWebhook> & WebhookChange;

export function addEndpointFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--events <types>', 'types of events, separated by commas').choices(TYPES).argParser(String),
    )
    .addOption(
      new Option(
        '--payload <payload>',
        'content of the requests: thin has no values of items, slack is a chat message',
      ).choices(['full', 'thin', 'slack']),
    )
    .addOption(
      new RepeatableOption('--header <header>', "header of the requests, such as 'Name: value'; up to 5"),
    )
    .option('--description <text>', 'note for you: one line, up to 200 characters')
    .option(
      '--exclude-actor <actor>',
      'do not send events of this actor: the ID of an API key or a member, or a type',
    );
}

/** Fields set by the argument and the flags; null without any, so that the caller can read standard input. */
export function toFields(url: string | undefined, flags: EndpointFlags): Fields | null {
  const { events, header, description, payload, signature, status, excludeActor } = flags;
  const fields: Fields = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: events.split(',') as NewWebhook['events'] }),
    ...(payload !== undefined && { payload }),
    ...(signature !== undefined && { signature }),
    ...(header && { headers: parseHeaders(header) }),
    ...(description !== undefined && { description: description === '' ? null : description }),
    ...(excludeActor !== undefined && { exclude_actor: excludeActor === '' ? null : excludeActor }),
    ...(status !== undefined && { status }),
  };
  return Object.keys(fields).length > 0 ? fields : null;
}

/**
 * Reads a JSON object from a pipe, which the service validates.
 * @throws CliError with `message` without a pipe
 */
export async function readFields<T>(context: Context, message: string, hint: string): Promise<T> {
  const text = await readPipedText(context);
  if (text === '') throw new CliError(message, EXIT.usage, hint);
  const { isOne, values } = parseJsonValues(text);
  if (!isOne) throw new CliError('Standard input must be one JSON object', EXIT.invalid);
  return values[0] as T;
}

/** The errors don't contain the header, because its value may be a secret. */
function parseHeaders(headers: readonly string[]): Readonly<Record<string, string>> {
  const entries = headers.map((header) => {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(header) ?? [];
    if (name !== undefined && value !== undefined) return [name, value] as const;
    throw new CliError("--header must have the format 'Name: value'", EXIT.usage);
  });
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw new CliError('--header repeats the name of a header', EXIT.usage);
  return Object.fromEntries(entries);
}
