import type { CommandWords, Flag, Values, Words } from './command-tree';

/** A line for each thing that can stand somewhere, with the condition under which it can. */
export function fish({ flags, commands }: Words): string {
  const before = `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`;
  const lines = [
    '# fish completion for feedback',
    'complete -c feedback -f',
    ...commands.map(({ name, description }) => line(before, `-a ${name}`, description)),
    ...flags.map((flag) => flagLine(before, flag)),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines({ name, flags, places }: CommandWords): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const operands = places.flatMap((values) => (values === 'nothing' ? [] : [line(condition, offer(values))]));
  return [...flags.map((flag) => flagLine(condition, flag)), ...operands];
}

function flagLine(condition: string, { names, description, values }: Flag): string {
  const said = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  if (values !== null)
    said.push(values === 'nothing' ? '-x' : values === 'files' ? '-r -F' : `-x ${offer(values)}`);
  return line(condition, said.join(' '), description);
}

function offer(values: Exclude<Values, 'nothing'>): string {
  return values === 'files' ? '-F' : `-a ${quoted(values.join(' '))}`;
}

function line(condition: string, what: string, description?: string): string {
  return `complete -c feedback -n ${quoted(condition)} ${what}${description ? ` -d ${quoted(description)}` : ''}`;
}

/** Inside of single quotes fish knows two escapes. */
const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
