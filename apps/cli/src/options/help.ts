import { Help, type Command, type HelpConfiguration } from 'commander';

/** How help looks: what a command does stands before what it shares with all others. */
export const HELP_CONFIGURATION: HelpConfiguration = {
  /** Half of a narrow terminal: below that a description wraps as the terminal wraps it, in the middle of words. */
  minWidthToWrap: 20,
  /** Flags are in each command's own help. */
  subcommandTerm: (command) =>
    [command.name(), ...command.registeredArguments.map(argumentTerm)].filter(Boolean).join(' '),
  formatHelp(command, helper) {
    const sections = Help.prototype.formatHelp.call(this, command, helper).trimEnd().split('\n\n');
    const isOfOptions = (section: string) => section.startsWith('Options');
    const [first = '', ...more] = sections;
    const textSections = more.filter((section) => !isOfOptions(section));
    return `${[first, ...textSections, ...more.filter(isOfOptions)].join('\n\n')}\n`;
  },
};

function argumentTerm(argument: Command['registeredArguments'][number]): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
