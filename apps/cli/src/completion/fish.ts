import type { CommandEntry, Flag, CompletionValues, CommandTree } from './command-tree';

/** Returns a script with one `complete` line per word and the condition for it. */
export function fish({ flags, commands }: CommandTree): string {
  const noCommandYet = `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(' ')}`;
  const lines = [
    '# fish completion for feedback',
    'complete -c feedback -f',
    ...commands.map(({ name, description }) => completeLine(noCommandYet, `-a ${name}`, description)),
    ...flags.map((flag) => flagLine(noCommandYet, flag)),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines({ name, flags, operands }: CommandEntry): string[] {
  const condition = `__fish_seen_subcommand_from ${name}`;
  const operandLines = operands.flatMap((values) =>
    values === 'nothing' ? [] : [completeLine(condition, valueOption(values))],
  );
  return [...flags.map((flag) => flagLine(condition, flag)), ...operandLines];
}

function flagLine(condition: string, { names, description, values }: Flag): string {
  const parts = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  if (values !== null)
    parts.push(values === 'nothing' ? '-x' : values === 'files' ? '-r -F' : `-x ${valueOption(values)}`);
  return completeLine(condition, parts.join(' '), description);
}

function valueOption(values: Exclude<CompletionValues, 'nothing'>): string {
  return values === 'files' ? '-F' : `-a ${quote(values.join(' '))}`;
}

function completeLine(condition: string, completion: string, description?: string): string {
  return `complete -c feedback -n ${quote(condition)} ${completion}${description ? ` -d ${quote(description)}` : ''}`;
}

/** Fish supports two escapes within single quotes. */
const quote = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
