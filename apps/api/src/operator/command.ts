import type {
  AccountAdministration,
  AccountUseCases,
  ApiKeyUseCases,
  PersonUseCases,
  SecondFactorAdministration,
  SecurityLogUseCases,
} from '@libs/accounts';
import type { SubmitterUseCases } from '@libs/feedback';
import type { VerifiedBackup } from '@libs/postgres';
import type { DataSource } from 'typeorm';
import type { Config } from '../config';
import type { AccountRemoval } from '../account/account-removal';
import type { AccountRecords } from './account-records';

/** What a command gets after its options are validated. */
export interface Tools {
  readonly config: Config;
  readonly dataSource: DataSource;
  /** For long transactions, without a connection pooler. */
  readonly directUrl: string;
  readonly accounts: AccountUseCases;
  readonly people: PersonUseCases;
  readonly administration: AccountAdministration;
  readonly secondFactorAdministration: SecondFactorAdministration;
  readonly records: AccountRecords;
  readonly removal: AccountRemoval;
  readonly submitters: SubmitterUseCases;
  readonly securityLog: SecurityLogUseCases;
  /** Prints a part of a file on standard output. */
  print(text: string): void;
  readonly keys: ApiKeyUseCases;
  /** Prints a progress line on standard error. */
  progress(line: string): void;
  /** Empty for commands without `needsPassword`. */
  readonly password: string;
  /** Null for commands without `needsBackup`. */
  readonly backup: VerifiedBackup | null;
  /** Aborts on a signal to the process, which then doesn't end it. */
  interrupted(): AbortSignal;
}

export interface Option {
  readonly value?: string;
  readonly required?: true;
  readonly repeatable?: true;
  /** Returns what is wrong with the value, or null; for values that the core does not validate. */
  check?(value: string): string | null;
}

/** Validated option values by name. */
export class CommandOptions {
  constructor(private readonly values: Readonly<Record<string, string | boolean | string[] | undefined>>) {}

  text(name: string): string {
    return this.values[name] as string;
  }
  optional(name: string): string | undefined {
    return this.values[name] as string | undefined;
  }
  all(name: string): string[] {
    return (this.values[name] ?? []) as string[];
  }
  /** A positional argument, which every command that declares one requires. */
  argument(name: string): string {
    return this.values[name] as string;
  }
  flag(name: string): boolean {
    return this.values[name] === true;
  }
}

/** A result to print, by name. */
export type Result = Readonly<Record<string, unknown>>;

interface AnyCommand {
  readonly summary: string;
  /** Positional arguments, such as FILE. All are required. */
  readonly positionals?: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** A line printed after the result, except with --json. */
  readonly note?: string;
  /** Formats the result as text. Default: a line per value. */
  format?(result: Result): string;
}

/** A command that examines an installation, even one that cannot start. It doesn't open the database. */
export interface DiagnosticCommand extends AnyCommand {
  /** Returns whether everything works, and the result to print. */
  diagnose(
    env: Readonly<Record<string, string | undefined>>,
    options: CommandOptions,
  ): Promise<{ isHealthy: boolean; result: Result }>;
}

/** A command that works on the database of the service. */
export interface DatabaseCommand extends AnyCommand {
  /** Creates the embedded database if there is none. Other commands need an account, and so an existing database. */
  readonly createsDatabase?: true;
  /** Runs no pending migrations before the command. */
  readonly keepsSchema?: true;
  /** Needs a password, which is read before the database is opened. */
  readonly needsPassword?: true;
  /** Reads the backup FILE, which is verified before the database is opened. */
  readonly needsBackup?: true;
  /** Returns why the command may not run, or null; called before the database is opened. */
  findProblem?(config: Config, options: CommandOptions): string | null;
  /** Returns the result to print, by name; nothing if it has printed a file. */
  run(tools: Tools, options: CommandOptions): Promise<Result | void>;
}

export type Command = DatabaseCommand | DiagnosticCommand;

export const required = (value: string): Option => ({ value, required: true });

/** The option that names an account. */
export const account = required('SLUG');
