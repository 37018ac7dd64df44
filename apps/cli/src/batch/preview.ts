import type { BatchResponse, Feedback } from '@libs/api-client';
import type { Cli } from '../cli';
import { formatNumber, formatPart } from '../output/progress';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';
import { printNote } from '../items/note';

/** Prints the result of a dry run: a line for each item that would change, with its new values. */
export async function showPreview(cli: Cli, { data, changed, recipients }: BatchResponse): Promise<void> {
  const items = new Map(data.map((item) => [item.id, item]));
  const lines = changed.map(({ id, fields }) => {
    const item = items.get(id);
    return `${[id, ...fields.map((field) => (item ? `${field}: ${fieldText(item, field)}` : field))].join('\t')}\n`;
  });
  await write(cli.context.stdout, lines.join(''));
  printNote(cli, `${formatPart(changed.length, data.length, 'item')} would change; nothing was updated`);
  if (recipients !== undefined) printNote(cli, `${formatPeople(recipients)} would be told`);
}

const formatPeople = (count: number): string => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

type Field = BatchResponse['changed'][number]['fields'][number];

function fieldText(item: Feedback, field: Field): string {
  const value = item[field];
  if (value === null) return 'none';
  if (typeof value === 'object' && 'published_at' in value) return safeLine(value.title);
  if (typeof value === 'object' && 'name' in value) return safeLine(value.name);
  if (typeof value === 'object') return value.length > 0 ? safeLine(value.join(', ')) : 'none';
  return safeLine(field === 'status' ? String(value) : JSON.stringify(value));
}
