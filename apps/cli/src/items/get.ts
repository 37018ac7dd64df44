import type { Feedback, Versioned } from '@libs/api-client';
import { isUsual, USUAL_VALUES } from '@libs/feedback';
import type { Cli } from '../cli';
import { factLines, timeText, type Facts } from '../output/card';
import { jsonText } from '../output/json';
import { safeLine, safeText } from '../output/safe-text';
import { createStyle } from '../output/style';
import { write } from '../output/write';
import { assertExternalId, assertId } from './ids';
import { printNote } from './note';
import { colorStatus } from './rows';
import { includesEtag } from './etag';

export interface GetFlags {
  readonly external?: boolean;
  readonly ifNoneMatch?: string;
}

export async function get(cli: Cli, id: string, { external, ifNoneMatch }: GetFlags): Promise<void> {
  const client = cli.client();
  const item = await (external ? client.external.get(assertExternalId(id)) : client.get(assertId(id)));
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
    ...unusualFacts(item),
    ['Created', timeText(item.created_at, context, style)],
    ['Updated', timeText(item.updated_at, context, style)],
    ['Version', etag ?? '–'],
  ];
  return `${style.bold(safeLine(item.title))}\n${factLines(facts, style)}${descriptionText(item)}`;
}

const LABELS: Readonly<Record<string, string>> = {
  external_id: 'External ID',
  duplicate_count: 'Duplicates',
  request_count: 'Requests',
  request_value: 'Value of requests',
  unconfirmed_votes: 'Votes',
};
const labelOf = (name: string): string =>
  LABELS[name] ?? (name[0]!.toUpperCase() + name.slice(1)).replaceAll('_', ' ');

/** The fields whose values are not the usual ones. A service of an earlier release does not return all of them. */
function unusualFacts(item: Partial<Feedback>): Facts {
  return Object.keys(USUAL_VALUES).flatMap((name) => {
    const value = item[name as keyof typeof USUAL_VALUES];
    if (value === undefined || isUsual(name, value)) return [];
    return linesOf(value).map((line, i) => [i === 0 ? labelOf(name) : '', safeLine(line)] as const);
  });
}

function linesOf(value: Feedback[keyof typeof USUAL_VALUES]): readonly string[] {
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value !== 'object' || value === null) return [String(value)];
  if ('name' in value) return [value.name];
  if ('page' in value) return contextLines(value);
  if ('published_at' in value) return [value.title, ...(value.text?.split('\n') ?? []), value.url];
  return isOfNames(value) ? [value.join(', ')] : value.map(linkText);
}

const contextLines = ({ page, language, data }: NonNullable<Feedback['context']>): readonly string[] =>
  [page, language, data && JSON.stringify(data)].filter((line) => line !== null);

const isOfNames = (value: readonly unknown[]): value is readonly string[] => typeof value[0] === 'string';

const linkText = ({ url, kind, title }: Feedback['links'][number]): string =>
  `${url} (${title ?? kind.replaceAll('_', ' ')})`;

function descriptionText({ description: text }: Feedback): string {
  if (!text) return '';
  return `\n${safeText(text)}${text.endsWith('\n') ? '' : '\n'}`;
}
