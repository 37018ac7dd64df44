import { Help, type Command, type HelpConfiguration } from 'commander';

/** How help looks: what a command does stands before what it shares with all others. */
export const HELP: HelpConfiguration = {
  /** Half of a narrow terminal: below that a description wraps as the terminal wraps it, in the middle of words. */
  minWidthToWrap: 20,
  /** Flags are in each command's own help. */
  subcommandTerm: (command) =>
    [command.name(), ...command.registeredArguments.map(bracketed)].filter(Boolean).join(' '),
  formatHelp(command, helper) {
    const sections = Help.prototype.formatHelp.call(this, command, helper).trimEnd().split('\n\n');
    const isOfOptions = (section: string) => section.startsWith('Options');
    const [first = '', ...more] = sections;
    const others = more.filter((section) => !isOfOptions(section));
    return `${[first, ...others, ...more.filter(isOfOptions)].join('\n\n')}\n`;
  },
};

function bracketed(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
