import { InvalidArgumentError, Option, type Command } from 'commander';

/** Flags of every command, accepted before or after the command name. */
export interface GlobalOptions {
  readonly url?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** False with `--no-color`. Otherwise the terminal and the environment decide. */
  readonly color?: false;
  readonly maxWaitSeconds: number;
  /** Unlimited with `--max-wait`, which then sets the only limit. */
  readonly retries?: number;
}

/** Five minutes cover every per-minute limit; a script should not wait for an hourly limit. */
export const DEFAULTS: GlobalOptions = { json: false, quiet: false, maxWaitSeconds: 300 };

const GROUP = 'Options for every command:';

/** Adds the options to a command and its subcommands. */
export function addGlobalOptions(command: Command): void {
  for (const subcommand of command.commands) addGlobalOptions(subcommand);
  const options = [
    new Option('--url <url>', 'service URL; overrides FEEDBACK_URL'),
    new Option('--json', 'print results and errors as JSON'),
    new Option('--quiet', 'print only results and errors'),
    new Option('--no-color', 'disable color, like NO_COLOR=1').default(undefined),
    new Option(
      '--max-wait <seconds>',
      `maximum wait for rate limits and outages (default: ${DEFAULTS.maxWaitSeconds}; a few seconds for outages)`,
    ).argParser(parseSeconds),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup(GROUP));
}

/** A flag after the name of a command overrides the same flag before it. */
export function readGlobalOptions(command: Command): GlobalOptions {
  const { url, json, quiet, color, maxWait } = specifiedValues(command);
  return {
    ...(typeof url === 'string' && { url }),
    ...(color === false && { color }),
    json: json === true,
    quiet: quiet === true,
    ...(typeof maxWait === 'number'
      ? { maxWaitSeconds: maxWait, retries: Infinity }
      : { maxWaitSeconds: DEFAULTS.maxWaitSeconds }),
  };
}

/** Long names of the flags given after the command name. */
export function specifiedFlags(command: Command): string[] {
  return command.options.flatMap((option) =>
    option.long && command.getOptionValueSource(option.attributeName()) === 'cli' ? [option.long] : [],
  );
}

function specifiedValues(command: Command): Record<string, unknown> {
  const options = Object.entries<unknown>(command.opts());
  return {
    ...(command.parent && specifiedValues(command.parent)),
    ...Object.fromEntries(options.filter(([, value]) => value !== undefined)),
  };
}

function parseSeconds(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError('Use a whole number of seconds.');
  return Number(value);
}
