import { Command, type HelpContext, type Option } from 'commander';
import { CliError, EXIT } from '../exit-codes';
import { RepeatableOption } from './repeatable-option';

/** An invalid command line, with the usage of the command. */
class UsageError extends CliError {
  constructor(message: string, usage: string, help: string) {
    super(message, EXIT.usage, `Usage: ${usage}\n${help}`);
  }
}

/** A command that throws its errors, with the usage of the command. */
export class FeedbackCommand extends Command {
  override createCommand(name?: string): FeedbackCommand {
    return new FeedbackCommand(name);
  }

  /** Rejects a second value: commander keeps the last one and drops the others. */
  override addOption(option: Option): this {
    super.addOption(option);
    let isSet = false;
    return this.on(`option:${option.name()}`, () => {
      if (isSet && option.required && !(option instanceof RepeatableOption))
        this.error(`error: option '${option.flags}' can be given only once`);
      isSet = true;
    });
  }

  override error(message: string): never {
    const commandName = commandPath(this).join(' ');
    const text = message.replace(/^error: /, '');
    throw new UsageError(
      text.charAt(0).toUpperCase() + text.slice(1),
      `${commandName} ${this.usage()}`,
      `See \`${commandName} --help\`.`,
    );
  }

  /** Prints the help of a command group without a command as requested help, not as an error. */
  override help(context?: HelpContext | ((text: string) => string)): never {
    return super.help(this.parent ? undefined : (context as HelpContext));
  }
}

const commandPath = (command: Command): string[] =>
  command.parent ? [...commandPath(command.parent), command.name()] : [command.name()];
