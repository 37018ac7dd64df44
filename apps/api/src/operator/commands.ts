import { newApiKeyRule, planChangeRule, type AccountUseCases, type ApiKeyUseCases } from '@libs/accounts';
import { parse } from '@libs/kernel';
import { seedFeedback } from '@libs/postgres';
import type { DataSource } from 'typeorm';
import type { Config } from '../config';
import { dateTime, wholeNumber } from './option-values';

/** What a command works with once its options are known to be complete. */
export interface Tools {
  readonly config: Config;
  readonly dataSource: DataSource;
  readonly accounts: AccountUseCases;
  readonly keys: ApiKeyUseCases;
  /** Tells what takes longer, on standard error. */
  progress(line: string): void;
  /** What was given for a command with `takesPassword`; empty for any other. */
  readonly password: string;
}

/** One option; `required` ones must be there, `repeatable` ones may come more than once. */
interface Option {
  readonly value?: string;
  readonly required?: true;
  readonly repeatable?: true;
  /** What is wrong with its value, where the core does not look at it; null when nothing is. */
  check?(value: string): string | null;
}

/** Values by option name, complete and checked. */
export class Given {
  constructor(private readonly values: Readonly<Record<string, string | boolean | string[] | undefined>>) {}

  text(name: string): string {
    return this.values[name] as string;
  }
  maybe(name: string): string | undefined {
    return this.values[name] as string | undefined;
  }
  all(name: string): string[] {
    return (this.values[name] ?? []) as string[];
  }
  flag(name: string): boolean {
    return this.values[name] === true;
  }
}

export interface Command {
  readonly does: string;
  readonly options: Readonly<Record<string, Option>>;
  /** May be the first of all: without it there is an account already, and so a database. */
  readonly makesDatabase?: true;
  /** Whether it needs a password, which is read before anything is opened. */
  readonly takesPassword?: true;
  /** Why it may not run here, before anything is opened. */
  refuses?(config: Config, given: Given): string | null;
  /** What it prints, by name. */
  run(tools: Tools, given: Given): Promise<Readonly<Record<string, unknown>>>;
  /** A line for people after the result. */
  readonly note?: string;
}

const required = (value: string): Option => ({ value, required: true });
const account = required('SLUG');
/** With neither, the password is read from standard input. */
const password = { password: { value: 'P' }, 'password-file': { value: 'PATH' } };

/** The commands of operator.md 2, in its order. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-account': {
    does: 'an account with its owner',
    makesDatabase: true,
    takesPassword: true,
    options: {
      name: required('N'),
      email: required('E'),
      ...password,
      plan: { value: 'free|pro' },
      slug: { value: 'S' },
    },
    async run({ accounts, config, password }, given) {
      const created = parse(accounts.newAccountRule, {
        name: given.text('name'),
        slug: given.maybe('slug'),
        plan: given.maybe('plan') ?? config.DEFAULT_PLAN,
        email: given.text('email'),
        password,
      });
      const { account, owner } = await accounts.createAccount(created);
      return { account_id: account.id, slug: account.slug, email: owner.email, plan: account.plan };
    },
  },
  'set-plan': {
    does: 'another plan, within a second on every running instance',
    options: { account, plan: required('free|pro') },
    async run({ accounts }, given) {
      const change = parse(planChangeRule, { plan: given.text('plan') });
      const { id, slug, plan } = await accounts.setPlan(given.text('account'), change);
      return { account_id: id, slug, plan };
    },
  },
  'issue-key': {
    does: 'an API key',
    options: {
      account,
      name: required('N'),
      permission: { value: 'full|read|submit' },
      origin: { value: 'O', repeatable: true },
      'expires-at': { value: 'RFC3339', check: (text) => dateTime(text).problem },
    },
    async run({ accounts, keys }, given) {
      const { id } = await accounts.findBySlug(given.text('account'));
      const end = given.maybe('expires-at');
      const newKey = parse(newApiKeyRule, {
        name: given.text('name'),
        permission: given.maybe('permission') ?? 'full',
        allowed_origins: given.all('origin'),
      });
      const { key, secret } = await keys.issue(
        id,
        newKey,
        null,
        end === undefined ? null : dateTime(end).value,
      );
      return { id: key.id, key: secret };
    },
    note: 'This is the only time the key is shown.',
  },
  'revoke-key': {
    does: 'ends a key for good, within a second on every running instance',
    options: { account, id: required('ID') },
    async run({ accounts, keys }, given) {
      const account = await accounts.findBySlug(given.text('account'));
      const id = given.text('id').toLowerCase();
      await keys.revoke(account.id, id);
      return { id, revoked: true };
    },
  },
  'reset-password': {
    does: 'a new password for an owner, whose sessions all end',
    takesPassword: true,
    options: { email: required('E'), ...password },
    async run({ accounts, password }, given) {
      const owner = await accounts.resetPassword(given.text('email'), password);
      return { account_id: owner.accountId, email: owner.email };
    },
  },
  migrate: {
    does: 'brings the database schema up to date',
    makesDatabase: true,
    options: {},
    async run({ dataSource }) {
      // Opening the database has run what was pending, as it does for every command.
      const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
      return { migrations: rows.map(({ name }) => name) };
    },
  },
  seed: {
    does: 'plausible feedback, for trying out and for benchmarks',
    options: {
      account,
      items: { ...required('N'), check: (text) => wholeNumber(text).problem },
      force: {},
    },
    refuses({ NODE_ENV }, given) {
      if (NODE_ENV !== 'production' || given.flag('force')) return null;
      return 'NODE_ENV is production: add --force to write invented feedback all the same';
    },
    async run({ accounts, dataSource, progress }, given) {
      const { id, slug } = await accounts.findBySlug(given.text('account'));
      const count = wholeNumber(given.text('items')).value;
      const now = new Date();
      let told = 0;
      const onProgress = (done: number) => {
        const tenth = Math.floor((done / count) * 10);
        if (tenth === told || Date.now() - now.getTime() < 1000) return;
        told = tenth;
        progress(`${tenth * 10} % (${done} items)`);
      };
      await seedFeedback(dataSource, { accountId: id, count, now, onProgress });
      return { account_id: id, slug, items: count, seconds: (Date.now() - now.getTime()) / 1000 };
    },
  },
};
