import { InvalidArgumentError, Option, type Command } from 'commander';

/** Flags that every command takes, before its name and after it. */
export interface GlobalOptions {
  readonly url?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  /** False when colour was declined; else the terminal and the environment decide. */
  readonly color?: false;
  readonly maxWaitSeconds: number;
  /** Attempts are not counted when it was said how long to wait. */
  readonly retries?: number;
}

/** Five minutes outlast every window of a minute, and no window of an hour keeps a script so long. */
export const DEFAULTS: GlobalOptions = { json: false, quiet: false, maxWaitSeconds: 300 };

const GROUP = 'Options of every command:';

export function addGlobalOptions(command: Command): void {
  const options = [
    new Option('--url <address>', 'where the service is, instead of FEEDBACK_URL'),
    new Option('--json', 'answer in JSON, errors too'),
    new Option('--quiet', 'say nothing about progress and waiting'),
    new Option('--no-color', 'no colour, as with NO_COLOR=1').default(undefined),
    new Option(
      '--max-wait <seconds>',
      `how long to wait for a rate limit or an outage (default: ${DEFAULTS.maxWaitSeconds}, but a few for an outage)`,
    ).argParser(parseSeconds),
  ];
  for (const option of options) command.addOption(option.helpGroup(GROUP));
  command.addHelpOption(new Option('-h, --help', 'print this').helpGroup(GROUP));
}

/** What stood after the command's name wins over what stood before it. */
export function readGlobalOptions(program: Command, command: Command): GlobalOptions {
  const { url, json, quiet, color, maxWait } = { ...givenValues(program), ...givenValues(command) };
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

/** Long names of what stood on the command line behind the command's name. */
export function givenFlags(command: Command): string[] {
  return command.options.flatMap((option) =>
    option.long && command.getOptionValueSource(option.attributeName()) === 'cli' ? [option.long] : [],
  );
}

function givenValues(command: Command): Record<string, unknown> {
  const options = Object.entries<unknown>(command.opts());
  return Object.fromEntries(options.filter(([, value]) => value !== undefined));
}

function parseSeconds(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError('It is a whole number of seconds.');
  return Number(value);
}
