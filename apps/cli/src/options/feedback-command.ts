import { Command, type Option } from 'commander';
import { CliError, EXIT } from '../exit-codes';

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
      if (isSet && option.required) this.error(`error: option '${option.flags}' can be given only once`);
      isSet = true;
    });
  }

  override error(message: string): never {
    const commandName = this.parent ? `feedback ${this.name()}` : 'feedback';
    const text = message.replace(/^error: /, '');
    throw new UsageError(
      text.charAt(0).toUpperCase() + text.slice(1),
      `${commandName} ${this.usage()}`,
      `See \`${commandName} --help\`.`,
    );
  }
}
