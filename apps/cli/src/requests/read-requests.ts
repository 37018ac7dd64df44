import type { FeedbackRequest } from '@libs/api-client';
import type { Cli } from '../cli';
import { printPages, type PageFlags } from '../history/pages';
import { assertId } from '../items/ids';
import { formatAge } from '../output/age';
import { factLines, timeText, type Facts } from '../output/card';
import { jsonLine, jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle, type Style } from '../output/style';
import { Table, type Column } from '../output/table';
import { write } from '../output/write';
import { assertIds } from './request-ids';

/** Prints who asks for an item: on a terminal, a table; in a pipe, and with `--json`, NDJSON. */
export async function list(cli: Cli, itemId: string, flags: PageFlags): Promise<void> {
  assertId(itemId);
  const { requests } = cli.client();
  await printPages(cli, flags, rowsOf(cli), (query) => requests.list(itemId, query));
}

function rowsOf({ context, options }: Cli) {
  const { stdout } = context;
  const entries = 'requests';
  if (!stdout.isTTY || options.json) return { header: '', line: jsonLine, entries };
  const style = createStyle(context, options);
  const table = new Table(columns(style, context.now()), stdout.columns || 80);
  return {
    header: table.header(style.bold),
    line: (request: FeedbackRequest) => table.row(request),
    entries,
  };
}

const columns = (style: Style, now: Date): readonly Column<FeedbackRequest>[] => [
  { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
  { header: 'PERSON', width: 22, minWidth: 10, growth: 1, text: (request) => safeLine(personOf(request)) },
  { header: 'COMPANY', width: 12, dropOrder: 2, text: ({ company }) => safeLine(company ?? '') },
  { header: 'VALUE', width: 10, dropOrder: 1, text: ({ value }) => (value === null ? '' : String(value)) },
  { header: 'QUOTE', width: 20, growth: 1, dropOrder: 4, text: ({ quote }) => safeLine(quote ?? '') },
  {
    header: 'AGE',
    width: 4,
    dropOrder: 3,
    text: ({ created_at }) => formatAge(created_at, now),
    paint: style.dim,
  },
];

/** The address, the name, or the number of people. */
function personOf({ email, name, count }: FeedbackRequest): string {
  const person = email ?? name;
  if (person === null) return count > 1 ? `${count} people` : '–';
  return count > 1 ? `${person} × ${count}` : person;
}

/** Prints the fields of a request that have a value. */
export async function get(cli: Cli, itemId: string, requestId: string): Promise<void> {
  assertIds(itemId, requestId);
  const { context, options } = cli;
  const { stdout } = context;
  const response = await cli.client().requests.get(itemId, requestId);
  await write(stdout, options.json ? jsonText(response, stdout) : cardOf(cli, response.data));
}

function cardOf({ context, options }: Cli, request: FeedbackRequest): string {
  const style = createStyle(context, options);
  const { id, email, name, company, value, quote, link, count, source, confirmed_at, verified, created_at } =
    request;
  const fields = {
    ID: id,
    Email: email,
    Name: name,
    Company: company,
    Value: value,
    Quote: quote,
    Link: link,
  };
  const facts: Facts = [
    ...Object.entries(fields).flatMap(([label, field]) =>
      field === null ? [] : [[label, safeLine(String(field))] as const],
    ),
    ['Count', String(count)],
    ['Source', safeLine(source)],
    ...(confirmed_at === null ? [] : [['Confirmed', timeText(confirmed_at, context, style)] as const]),
    ...(verified ? [['Verified', 'yes'] as const] : []),
    ['Created', timeText(created_at, context, style)],
  ];
  return factLines(facts, style);
}
