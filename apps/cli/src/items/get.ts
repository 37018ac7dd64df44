import type { Feedback, Versioned } from '@libs/api-client';
import type { Cli } from '../cli';
import { factLines, timeText, type Facts } from '../output/card';
import { jsonText } from '../output/json';
import { safeLine, safeText } from '../output/safe-text';
import { createStyle } from '../output/style';
import { write } from '../output/write';
import { assertId } from './ids';
import { printNote } from './note';
import { colorStatus } from './rows';
import { includesEtag } from './etag';

export async function get(cli: Cli, id: string, { ifNoneMatch }: { ifNoneMatch?: string }): Promise<void> {
  const item = await cli.client().get(assertId(id));
  if (ifNoneMatch !== undefined && includesEtag(ifNoneMatch, item.etag))
    return printNote(cli, 'Not modified');
  const { stdout } = cli.context;
  await write(stdout, cli.options.json ? jsonText(item, stdout) : itemCard(cli, item));
}

/** Formats all fields of an item for people. */
function itemCard({ context, options }: Cli, { data: item, etag }: Versioned): string {
  const style = createStyle(context, options);
  const facts: Facts = [
    ['ID', safeLine(item.id)],
    ['Status', colorStatus(style, item.status, safeLine(item.status))],
    ['Email', safeLine(item.submitter_email ?? '–')],
    ['Source', safeLine(item.source)],
    ...externalIdFacts(item),
    ...groupFacts(item),
    ...tagFacts(item),
    ...assigneeFacts(item),
    ['Created', timeText(item.created_at, context, style)],
    ['Updated', timeText(item.updated_at, context, style)],
    ['Version', etag ?? '–'],
  ];
  return `${style.bold(safeLine(item.title))}\n${factLines(facts, style)}${descriptionText(item)}`;
}

/** A service of an earlier release does not return the field. */
function externalIdFacts({ external_id: externalId }: Partial<Feedback>): Facts {
  return externalId ? [['External ID', safeLine(externalId)]] : [];
}

/** A service of an earlier release does not return these fields either. */
function groupFacts({
  merged_into: target,
  duplicate_count: count = 0,
  request_count: requests,
}: Partial<Feedback>): Facts {
  const merged: Facts = target ? [['Merged into', safeLine(target)]] : [];
  return count > 0 ? [...merged, ['Duplicates', String(count)], ['Requests', String(requests)]] : merged;
}

/** A service of an earlier release does not return the field. */
function tagFacts({ tags = [] }: Partial<Feedback>): Facts {
  return tags.length > 0 ? [['Tags', safeLine(tags.join(', '))]] : [];
}

/** A service of an earlier release does not return the field. */
function assigneeFacts({ assignee }: Partial<Feedback>): Facts {
  return assignee ? [['Assignee', safeLine(assignee.name)]] : [];
}

function descriptionText({ description: text }: Feedback): string {
  if (!text) return '';
  return `\n${safeText(text)}${text.endsWith('\n') ? '' : '\n'}`;
}
