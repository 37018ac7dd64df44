import { parseArgs, type ParseArgsConfig } from 'node:util';
import { DomainError } from '@libs/kernel';
import {
  PostgresAccountStorage,
  PostgresEndpointRepository,
  PostgresEventLog,
  verifyBackup,
} from '@libs/postgres';
import { AccountRemoval } from '../account/account-removal';
import { clock } from '../clock';
import { accountDataOf } from '../composition/account-data';
import { createAccounts } from '../composition/accounts';
import { createFeedback } from '../composition/feedback';
import { createNotifications } from '../composition/notifications';
import { ConfigError, readConfig } from '../config';
import { openDatabase, type Database } from '../database';
import { reasonOf } from '../reason-of';
import { AccountRecords } from './account-records';
import { CommandOptions, type Command, type DatabaseCommand, type Result, type Tools } from './command';
import { COMMANDS } from './commands';
import { readPassword, type PasswordSource } from './password-input';

export interface OperatorIo extends PasswordSource {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Handles signals to the process from now on. Without it, nothing aborts. */
  interrupted?(): AbortSignal;
  out(text: string): void;
}

/** Runs an operator command (operator.md 2). Prints the result with `out` and errors with `err`, one per line. */
export async function runOperator(args: readonly string[], io: OperatorIo): Promise<0 | 1> {
  const { out, err } = io;
  const [name = 'help', ...rest] = args;
  try {
    if (['help', '--help', '-h'].includes(name) || rest.includes('--help')) {
      out(rest.includes('--json') ? `${JSON.stringify({ commands: Object.keys(COMMANDS) })}\n` : helpText());
      return 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new UsageError(['Unknown command: see npm run operator -- help']);
    const options = parse(command, rest);
    const { isHealthy, result } = await execute(command, options, io);
    if (!result) return 0;
    const asText = () => command.format?.(result) ?? formatResult(result, command.note);
    out(options.flag('json') ? `${JSON.stringify(result)}\n` : asText());
    return isHealthy ? 0 : 1;
  } catch (error) {
    for (const problem of problemsOf(error)) err(`${problem}\n`);
    return 1;
  }
}

const execute = async (command: Command, options: CommandOptions, io: OperatorIo) =>
  'diagnose' in command
    ? command.diagnose(io.env, options)
    : { isHealthy: true, result: await executeOnDatabase(command, options, io) };

async function executeOnDatabase(
  command: DatabaseCommand,
  options: CommandOptions,
  io: OperatorIo,
): Promise<Result | void> {
  const config = readConfig(io.env);
  const problem = command.findProblem?.(config, options);
  if (problem) throw new UsageError([problem]);
  const passwordOptions = { password: options.optional('password'), file: options.optional('password-file') };
  const password = command.needsPassword ? await readPassword(passwordOptions, io) : '';
  const progress = (line: string) => io.err(`${line}\n`);
  const interrupted = () => io.interrupted?.() ?? new AbortController().signal;
  const backup = command.needsBackup ? await verifyBackup(options.argument('FILE')) : null;
  let database: Database | undefined;
  try {
    database = await openDatabase(config, {
      log: progress,
      mustExist: !command.createsDatabase,
      keepsSchema: command.keepsSchema ?? false,
      applicationName: 'feedback-operator',
    });
    const print = (text: string) => io.out(text);
    const tools = { config, progress, print, password, backup, interrupted, ...toolsOn(database) };
    return await command.run(tools, options);
  } finally {
    await database?.close();
    await backup?.reader.close();
  }
}

/**
 * Creates use cases as the service does, without starting it. No command adds items, so storage has no limit. Commands
 * wait for all their work, so nothing warns.
 */
function toolsOn({
  dataSource,
  directUrl,
}: Database): Omit<Tools, 'config' | 'progress' | 'print' | 'password' | 'backup' | 'interrupted'> {
  const warn = () => {};
  const { ports, settings, keys, ...accounts } = createAccounts(dataSource, { mail: null, warn });
  const notifications = createNotifications(dataSource);
  const noLimit = { assertBelowStorageLimit() {} };
  const feedback = createFeedback(dataSource, {
    storage: noLimit,
    notifications,
    followerMail: null,
    warn,
  });
  const webhooks = new PostgresEndpointRepository(dataSource);
  const events = new PostgresEventLog(dataSource);
  const storage = new PostgresAccountStorage(dataSource);
  const data = accountDataOf(feedback, { webhooks, events, storage });
  return {
    ...accounts,
    dataSource,
    directUrl,
    keys,
    records: new AccountRecords({ ...ports, ...feedback, keys, webhooks, storage }, clock),
    removal: new AccountRemoval(settings, keys, data),
    submitters: feedback.submitters,
  };
}

/** @throws UsageError with every missing or invalid argument and option */
function parse(command: Command, args: string[]): CommandOptions {
  const options: ParseArgsConfig['options'] = { json: { type: 'boolean' } };
  for (const [name, { value, repeatable }] of Object.entries(command.options)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: repeatable ?? false };
  }
  const names = command.positionals ?? [];
  const { values, positionals } = parseArgs({
    args,
    options,
    strict: true,
    allowPositionals: names.length > 0,
  });
  const missing = names.slice(positionals.length).map((name) => `Missing argument: ${name}`);
  const surplus = positionals.slice(names.length).map((text) => `Unexpected argument: ${text}`);
  const problems = Object.entries(command.options).flatMap(([name, option]) => {
    const value = values[name];
    if (value === undefined) return option.required ? [`Missing option: --${name} ${option.value}`] : [];
    const problem = typeof value === 'string' && option.check?.(value);
    return problem ? [`Invalid value for --${name}: ${problem}`] : [];
  });
  const all = [...missing, ...surplus, ...problems];
  if (all.length > 0) throw new UsageError(all);
  const named = Object.fromEntries(names.map((name, i) => [name, positionals[i]]));
  return new CommandOptions({ ...values, ...named } as ConstructorParameters<typeof CommandOptions>[0]);
}

class UsageError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems[0]);
  }
}

/** Option names that differ from their field names. */
const OPTION_OF: Readonly<Record<string, string>> = { allowed_origins: 'origin', expires_at: 'expires-at' };

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof UsageError || error instanceof ConfigError) return error.problems;
  if (error instanceof DomainError && error.facts.issues) {
    return error.facts.issues.map(({ param = '', message }) =>
      message.replace(new RegExp(`(?<=(: |for ))${param}\\b`), `--${OPTION_OF[param] ?? param}`),
    );
  }
  // Remove the hint about `--` that parseArgs appends.
  return [
    reasonOf(error)
      .replace(/\. To specify a positional argument.*$/s, '')
      .replaceAll('\n', ' '),
  ];
}

function formatResult(result: Result, note?: string): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  const lines = Object.entries(result).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one, i) => `${(i === 0 ? name : '').padEnd(width)}  ${one ?? 'none'}`,
    ),
  );
  return [...lines, ...(note ? ['', note] : []), ''].join('\n');
}

function helpText(): string {
  const lines = ['npm run -s operator -- <command> [--json]', ''];
  for (const [name, { options, summary, positionals = [] }] of Object.entries(COMMANDS)) {
    const usage = Object.entries(options).map(([option, { value, required, repeatable }]) => {
      const word = `--${option}${value === undefined ? '' : ` ${value}`}${repeatable ? ' …' : ''}`;
      return required ? word : `[${word}]`;
    });
    lines.push(`  ${[name, ...positionals, ...usage].join(' ')}`, `      ${summary}`);
  }
  return [...lines, ''].join('\n');
}
