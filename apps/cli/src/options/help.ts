import { Help, type Command, type HelpConfiguration } from 'commander';

/** Formats help with the options after all other sections. */
export const HELP_CONFIGURATION: HelpConfiguration = {
  /** Half of a narrow terminal. Below this width, commander doesn't wrap, so the terminal breaks words. */
  minWidthToWrap: 20,
  /** Omits `[options]`: the flags are in the help of each command. */
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
