import { parseArgs, type ParseArgsConfig } from 'node:util';
import { AccountUseCases, ApiKeyUseCases, Argon2PasswordHasher, SecurityLogUseCases } from '@libs/accounts';
import { SubmitterUseCases } from '@libs/feedback';
import { DomainError } from '@libs/kernel';
import {
  PostgresSecurityLog,
  PostgresSubmitterRepository,
  TypeOrmAccountRepository,
  TypeOrmApiKeyRepository,
  TypeOrmSessionRepository,
} from '@libs/postgres';
import { v7 } from 'uuid';
import { commonPasswords } from '../common-passwords';
import { ConfigError, readConfig } from '../config';
import { openDatabase, type Database } from '../database';
import { COMMANDS, CommandOptions, type Command, type Tools } from './commands';
import { readPassword, type PasswordSource } from './password-input';

export interface OperatorIo extends PasswordSource {
  readonly env: Readonly<Record<string, string | undefined>>;
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
    const result = await execute(command, options, io);
    if (!result) return 0;
    out(options.flag('json') ? `${JSON.stringify(result)}\n` : formatResult(result, command.note));
    return 0;
  } catch (error) {
    for (const problem of problemsOf(error)) err(`${problem}\n`);
    return 1;
  }
}

async function execute(
  command: Command,
  options: CommandOptions,
  io: OperatorIo,
): Promise<Readonly<Record<string, unknown>> | void> {
  const config = readConfig(io.env);
  const problem = command.findProblem?.(config, options);
  if (problem) throw new UsageError([problem]);
  const passwordOptions = { password: options.optional('password'), file: options.optional('password-file') };
  const password = command.needsPassword ? await readPassword(passwordOptions, io) : '';
  const progress = (line: string) => io.err(`${line}\n`);
  const print = (text: string) => io.out(text);
  const database = await openDatabase(config, { log: progress, mustExist: !command.createsDatabase });
  try {
    return await command.run({ config, progress, print, password, ...toolsOn(database) }, options);
  } finally {
    await database.close();
  }
}

/** Creates the same use cases as the server, without starting it. */
function toolsOn({ dataSource }: Database): Omit<Tools, 'config' | 'progress' | 'print' | 'password'> {
  const clock = () => new Date();
  const newId = (at: Date) => v7({ msecs: at.getTime() });
  const ports = {
    accounts: new TypeOrmAccountRepository(dataSource),
    sessions: new TypeOrmSessionRepository(dataSource),
    passwords: new Argon2PasswordHasher(),
  };
  return {
    dataSource,
    accounts: new AccountUseCases(ports, commonPasswords(), clock, newId),
    keys: new ApiKeyUseCases(new TypeOrmApiKeyRepository(dataSource), clock, newId),
    submitters: new SubmitterUseCases(new PostgresSubmitterRepository(dataSource), clock),
    securityLog: new SecurityLogUseCases(new PostgresSecurityLog(dataSource), clock, newId, () => {}),
  };
}

/** @throws UsageError with every missing or invalid option */
function parse(command: Command, args: string[]): CommandOptions {
  const options: ParseArgsConfig['options'] = { json: { type: 'boolean' } };
  for (const [name, { value, repeatable }] of Object.entries(command.options)) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', multiple: repeatable ?? false };
  }
  const { values } = parseArgs({ args, options, strict: true, allowPositionals: false });
  const problems = Object.entries(command.options).flatMap(([name, option]) => {
    const value = values[name];
    if (value === undefined) return option.required ? [`Missing option: --${name} ${option.value}`] : [];
    const problem = typeof value === 'string' && option.check?.(value);
    return problem ? [`Invalid value for --${name}: ${problem}`] : [];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return new CommandOptions(values as ConstructorParameters<typeof CommandOptions>[0]);
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
  const message = (error as Error).message || String(error);
  // Remove the hint about `--` that parseArgs appends.
  return [message.replace(/\. To specify a positional argument.*$/s, '').replaceAll('\n', ' ')];
}

function formatResult(result: Readonly<Record<string, unknown>>, note?: string): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  const lines = Object.entries(result).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (one, i) => `${(i === 0 ? name : '').padEnd(width)}  ${one}`,
    ),
  );
  return [...lines, ...(note ? ['', note] : []), ''].join('\n');
}

function helpText(): string {
  const lines = ['npm run -s operator -- <command> [--json]', ''];
  for (const [name, { options, summary }] of Object.entries(COMMANDS)) {
    const usage = Object.entries(options).map(([option, { value, required, repeatable }]) => {
      const word = `--${option}${value === undefined ? '' : ` ${value}`}${repeatable ? ' …' : ''}`;
      return required ? word : `[${word}]`;
    });
    lines.push(`  ${[name, ...usage].join(' ')}`, `      ${summary}`);
  }
  return [...lines, ''].join('\n');
}
