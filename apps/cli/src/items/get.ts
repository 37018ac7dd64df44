import type { Feedback, Versioned } from '@libs/api-client';
import type { Cli } from '../cli';
import { ageOf } from '../output/age';
import { jsonText } from '../output/json';
import { safeLine, safeText } from '../output/safe-text';
import { styleOf } from '../output/style';
import { write } from '../output/write';
import { assertId } from './ids';
import { note } from './note';
import { coloured } from './rows';
import { isAmong } from './etag';

export async function get(cli: Cli, id: string, { ifNoneMatch }: { ifNoneMatch?: string }): Promise<void> {
  const found = await cli.client().get(assertId(id));
  if (ifNoneMatch !== undefined && isAmong(ifNoneMatch, found.etag)) return note(cli, 'Not changed since');
  const { stdout } = cli.context;
  await write(stdout, cli.options.json ? jsonText(found, stdout) : card(cli, found));
}

/** The whole item, for a reader. */
function card({ context, options }: Cli, { data: item, etag }: Versioned): string {
  const style = styleOf(context, options);
  const when = (instant: string) =>
    context.stdout.isTTY
      ? `${safeLine(instant)} ${style.dim(`(${ageOf(instant, context.now())} ago)`)}`
      : safeLine(instant);
  const facts: readonly (readonly [string, string])[] = [
    ['Id', safeLine(item.id)],
    ['Status', coloured(style, item.status, safeLine(item.status))],
    ['E-mail', safeLine(item.submitter_email ?? '–')],
    ['Source', safeLine(item.source)],
    ['Created', when(item.created_at)],
    ['Updated', when(item.updated_at)],
    ['Version', etag ?? '–'],
  ];
  const lines = facts.map(([name, value]) => `${style.dim(name.padEnd(9))}${value}\n`);
  return `${style.bold(safeLine(item.title))}\n${lines.join('')}${description(item)}`;
}

function description({ description: text }: Feedback): string {
  if (!text) return '';
  return `\n${safeText(text)}${text.endsWith('\n') ? '' : '\n'}`;
}
