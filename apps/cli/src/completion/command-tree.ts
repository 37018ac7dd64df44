import type { Argument, Command, Option } from 'commander';

/** Completions for a value: words, file names, or nothing. */
export type CompletionValues = readonly string[] | 'files' | 'nothing';

export interface Flag {
  /** The long name, and the short name if there is one: `--output`, `-o`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Null for a boolean flag. */
  readonly values: CompletionValues | null;
}

export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  /** One entry per positional argument. If `isLastRepeated`, the last entry also applies to all later arguments. */
  readonly operands: readonly CompletionValues[];
  readonly isLastRepeated: boolean;
  /** Commands of a group, such as `list` of `webhooks`; empty for a command. */
  readonly commands: readonly CommandEntry[];
}

/** A command with the words of its command line: `webhooks list`. Empty for the program. */
export interface CommandPath {
  readonly path: string;
  readonly entry: CommandEntry;
}

/** Lists everything that can be completed, from the commands that commander parses. */
export function buildCommandTree(program: Command): CommandEntry {
  const entry = toEntry(program);
  const help = { ...withoutDetails(entry), name: 'help', description: 'show help for a command' };
  return { ...entry, commands: [...entry.commands, help] };
}

/** The program, and all its commands. */
export function listPaths(entry: CommandEntry, path = ''): CommandPath[] {
  const below = entry.commands.flatMap((one) => listPaths(one, path ? `${path} ${one.name}` : one.name));
  return [{ path, entry }, ...below];
}

export const isGroup = ({ commands }: CommandEntry): boolean => commands.length > 0;

function toEntry(command: Command): CommandEntry {
  const operands = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    flags: toFlags(command),
    operands: operands.map(completionValues),
    isLastRepeated: operands.at(-1)?.variadic ?? false,
    commands: command.commands.map(toEntry),
  };
}

/** For `help`, which has the names of the commands as its arguments. */
function withoutDetails(entry: CommandEntry): CommandEntry {
  const commands = entry.commands.map(withoutDetails);
  return { ...entry, flags: [], operands: [], isLastRepeated: false, commands };
}

function toFlags(command: Command): Flag[] {
  return command.createHelp().visibleOptions(command).map(toFlag);
}

function toFlag(option: Option): Flag {
  return {
    names: [option.long, option.short].filter((name) => name !== undefined),
    description: option.description,
    values: option.required || option.optional ? completionValues(option) : null,
  };
}

function completionValues(optionOrArgument: Option | Argument): CompletionValues {
  if (optionOrArgument.argChoices) return optionOrArgument.argChoices;
  const name =
    'flags' in optionOrArgument
      ? (/<([^>]+)>/.exec(optionOrArgument.flags)?.[1] ?? '')
      : optionOrArgument.name();
  return name === 'file' ? 'files' : 'nothing';
}
