import type { TagChange } from '@libs/api-client';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { isId } from '../items/ids';
import { printNote } from '../items/note';
import { parseJsonValues, readPipedText } from '../items/standard-input';
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

export async function update(cli: Cli, id: string, flags: TagFlags): Promise<void> {
  assertTagId(id);
  // The service validates the change and reports errors.
  const change = changeOf(flags) ?? ((await readChange(cli)) as TagChange);
  const { stdout } = cli.context;
  const response = await cli.client().tags.update(id, change);
  if (cli.options.json) return write(stdout, jsonText(response, stdout));
  const isMerged = response.data.id !== id.toLowerCase();
  printNote(cli, isMerged ? `Merged into ${safeLine(response.data.name)}` : 'Updated 1 tag');
}

/** The flags of every command are among `flags`, and `--no-color` is a color of false. */
function changeOf({ name, color }: TagFlags): TagChange | null {
  const change = { ...(name !== undefined && { name }), ...(color && { color }) };
  return Object.keys(change).length > 0 ? change : null;
}

async function readChange(cli: Cli): Promise<unknown> {
  const text = await readPipedText(cli.context);
  if (text === '')
    throw new CliError('Nothing to change: pass --name, --color, or JSON on standard input', EXIT.usage);
  const { isOne, values } = parseJsonValues(text);
  if (!isOne) throw new CliError('Standard input must be one JSON object', EXIT.invalid);
  return values[0];
}

export async function deleteTag(cli: Cli, id: string, { yes }: { yes?: boolean }): Promise<void> {
  assertTagId(id);
  const question = 'Delete the tag and remove it from all items?';
  if (!yes && canConfirm(cli.context) && !(await confirm(cli.context, question)))
    throw new CliError('Nothing was deleted', EXIT.failure);
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
