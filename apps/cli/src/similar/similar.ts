import type { SimilarFeedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle } from '../output/style';
import { Table } from '../output/table';
import { write } from '../output/write';
import { assertId } from '../items/ids';
import { printNote } from '../items/note';
import { colorStatus } from '../items/rows';

export async function similar(
  cli: Cli,
  id: string | undefined,
  { title }: { title?: string },
): Promise<void> {
  if ((id === undefined) === (title === undefined))
    throw new CliError('Specify either an item ID or --title', EXIT.usage);
  const { stdout } = cli.context;
  const response =
    id === undefined ? await cli.client().similarToTitle(title!) : await cli.client().similarTo(assertId(id));
  if (cli.options.json) return write(stdout, jsonText(response, stdout));
  await write(stdout, stdout.isTTY ? table(cli, response.data) : response.data.map(tabSeparated).join(''));
  if (response.data.length === 0) printNote(cli, 'No similar items');
}

const scoreText = ({ score }: SimilarFeedback): string => score.toFixed(2);

const tabSeparated = (item: SimilarFeedback): string =>
  `${[item.id, scoreText(item), item.status, item.title].map(safeLine).join('\t')}\n`;

function table({ context, options }: Cli, items: readonly SimilarFeedback[]): string {
  if (items.length === 0) return '';
  const style = createStyle(context, options);
  const rows = new Table<SimilarFeedback>(
    [
      { header: 'ID', width: 36, text: ({ id }) => safeLine(id), paint: style.dim },
      { header: 'SCORE', width: 5, dropOrder: 1, text: scoreText },
      {
        header: 'STATUS',
        width: 8,
        dropOrder: 0,
        text: ({ status }) => safeLine(status),
        paint: (text, { status }) => colorStatus(style, status, text),
      },
      { header: 'TITLE', width: 24, minWidth: 10, growth: 1, text: ({ title }) => safeLine(title) },
    ],
    context.stdout.columns || 80,
  );
  return rows.header(style.bold) + items.map((item) => rows.row(item)).join('');
}
