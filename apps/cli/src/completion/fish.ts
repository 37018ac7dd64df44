import { isGroup, listPaths } from './command-tree';
import type { CommandEntry, CommandPath, CompletionValues, Flag } from './command-tree';

/**
 * Returns a script with one `complete` line per word and the command that it belongs to. fish's own test for commands
 * finds a name anywhere in the line, but a name such as `list` exists on two levels.
 */
export function fish(program: CommandEntry): string {
  const paths = listPaths(program);
  const groups = paths.filter(({ entry, path }) => path !== '' && isGroup(entry));
  return `# fish completion for feedback
function __feedback_in --description 'Test whether the command line has this command'
    set -l command
    set -l is_value 0
    for word in (commandline -opc)[2..]
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch "$command:$word"
            case ${paths.flatMap(flagsWithValue).join(' ')}
                set is_value 1
            case '*:-*'
            case ':*'
                set command $word
            case ${groups.map(({ path }) => quote(`${path}:*`)).join(' ')}
                set command "$command $word"
        end
    end
    test "$command" = "$argv"
end
complete -c feedback -f
${paths.flatMap(commandLines).join('\n')}
`;
}

const flagsWithValue = ({ path, entry }: CommandPath): string[] =>
  entry.flags
    .filter(({ values }) => values !== null)
    .flatMap(({ names }) => names.map((name) => quote(`${path}:${name}`)));

function commandLines({ path, entry }: CommandPath): string[] {
  const condition = `__feedback_in ${path}`.trim();
  return [
    ...entry.commands.map(({ name, description }) => completeLine(condition, `-a ${name}`, description)),
    ...entry.flags.map((flag) => flagLine(condition, flag)),
    ...entry.operands.flatMap((values) =>
      values === 'nothing' ? [] : [completeLine(condition, valueOption(values))],
    ),
  ];
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
