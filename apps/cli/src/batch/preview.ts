import type { BatchAnswer, Feedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { counted } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { note } from '../items/note';

/** What a dry run says: a line for each item that would change, with what it would have then. */
export async function showPreview(cli: Cli, { data, changed }: BatchAnswer): Promise<void> {
  const items = new Map(data.map((item) => [item.id, item]));
  const lines = changed.map(({ id, fields }) => {
    const item = items.get(id);
    return `${[id, ...fields.map((field) => (item ? `${field}: ${valueOf(item, field)}` : field))].join('\t')}\n`;
  });
  await write(cli.context.stdout, lines.join(''));
  note(cli, `${changed.length} of ${counted(data.length, 'item')} would change; nothing was written`);
}

type Field = BatchAnswer['changed'][number]['fields'][number];

function valueOf(item: Feedback, field: Field): string {
  const value = item[field];
  return value === null ? 'none' : safeLine(field === 'status' ? value : JSON.stringify(value));
}
