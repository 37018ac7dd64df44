import type { TagChange } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { isId } from '../items/ids';
import { printNote } from '../items/note';
import { canConfirm, confirm } from '../output/confirm';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { write } from '../output/write';

export interface TagFlags {
  readonly name?: string;
  readonly color?: TagChange['color'];
}

export async function list(cli: Cli): Promise<void> {
  const { stdout } = cli.context;
  const response = await cli.client().tags.list();
  if (cli.options.json) return write(stdout, jsonText(response, stdout));
  if (response.data.length === 0) return printNote(cli, 'No tags');
  const lines = response.data.map(({ id, name, color, count }) =>
    [id, String(count), color, safeLine(name)].join('\t'),
  );
  await write(stdout, `${lines.join('\n')}\n`);
}

export async function update(cli: Cli, id: string, change: TagFlags): Promise<void> {
  assertTagId(id);
  if (Object.keys(change).length === 0)
    throw new CliError('Nothing to change: pass --name or --color', EXIT.usage);
  const { stdout } = cli.context;
  const response = await cli.client().tags.update(id, change);
  if (cli.options.json) return write(stdout, jsonText(response, stdout));
  const isMerged = response.data.id !== id.toLowerCase();
  printNote(cli, isMerged ? `Merged into ${safeLine(response.data.name)}` : 'Updated 1 tag');
}

export async function deleteTag(cli: Cli, id: string, { yes }: { yes?: boolean }): Promise<void> {
  assertTagId(id);
  const question = 'Delete the tag and remove it from all items?';
  if (!yes && canConfirm(cli.context) && !(await confirm(cli.context, question)))
    return printNote(cli, 'Nothing was deleted');
  await cli.client().tags.delete(id);
  printNote(cli, 'Deleted 1 tag');
}

function assertTagId(text: string): void {
  if (!isId(text))
    throw new CliError(
      'Invalid tag ID',
      EXIT.notFound,
      'Run `feedback tags list` to see the IDs of your tags.',
    );
}
