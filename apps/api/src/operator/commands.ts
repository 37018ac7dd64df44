import { newApiKeyRule, planChangeRule } from '@libs/accounts';
import { submitterRule } from '@libs/feedback';
import { DomainError, parse, SYSTEM } from '@libs/kernel';
import { identify, seedFeedback } from '@libs/postgres';
import { accountCommands, listKeys } from './account-commands';
import { backUp, KEY_NOTE, restore } from './backup-commands';
import { account, required, type Command } from './command';
import type { Check } from './doctor/check';
import { diagnose } from './doctor/doctor';
import { sendTestMail } from './mail-test';
import { dateTime, wholeNumber } from './option-values';
import { tableOf } from './table';

/** Without either option, the password is read from standard input. */
const password = { password: { value: 'P' }, 'password-file': { value: 'PATH' } };

/** The commands of operator.md 2, in its order. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-account': {
    summary: 'create an account and its owner',
    createsDatabase: true,
    needsPassword: true,
    options: {
      name: required('N'),
      email: required('E'),
      ...password,
      plan: { value: 'free|pro' },
      slug: { value: 'S' },
    },
    async run({ accounts, config, password }, options) {
      const created = parse(accounts.newAccountRule, {
        name: options.text('name'),
        slug: options.optional('slug'),
        plan: options.optional('plan') ?? config.DEFAULT_PLAN,
        email: options.text('email'),
        password,
      });
      const { account, owner } = await accounts.createAccount(created, SYSTEM);
      return { account_id: account.id, slug: account.slug, email: owner.email, plan: account.plan };
    },
  },
  ...accountCommands,
  'set-plan': {
    summary: 'change the plan of an account, within a second on every running instance',
    options: { account, plan: required('free|pro') },
    async run({ administration }, options) {
      const change = parse(planChangeRule, { plan: options.text('plan') });
      const { id, slug, plan } = await administration.setPlan(options.text('account'), change, SYSTEM);
      return { account_id: id, slug, plan };
    },
  },
  'list-keys': listKeys,
  'issue-key': {
    summary: 'create an API key and print it',
    options: {
      account,
      name: required('N'),
      permission: { value: 'full|read|submit' },
      origin: { value: 'O', repeatable: true },
      'expires-at': { value: 'RFC3339', check: (text) => dateTime(text).problem },
    },
    async run({ accounts, keys }, options) {
      const { id } = await accounts.findBySlug(options.text('account'));
      const end = options.optional('expires-at');
      const newKey = parse(newApiKeyRule, {
        name: options.text('name'),
        permission: options.optional('permission') ?? 'full',
        allowed_origins: options.all('origin'),
      });
      const { key, secret } = await keys.issue(
        id,
        newKey,
        SYSTEM,
        end === undefined ? null : dateTime(end).value,
      );
      return { id: key.id, key: secret };
    },
    note: 'This is the only time the key is shown.',
  },
  'revoke-key': {
    summary: 'permanently revoke an API key, within a second on every running instance',
    options: { account, id: required('ID') },
    async run({ accounts, keys }, options) {
      const account = await accounts.findBySlug(options.text('account'));
      const id = options.text('id').toLowerCase();
      await keys.revoke(account.id, id, SYSTEM);
      return { id, revoked: true };
    },
  },
  'reset-password': {
    summary: 'set a new password for a person and sign out all of their sessions',
    needsPassword: true,
    options: { email: required('E'), ...password },
    async run({ people, password }, options) {
      const { id, email } = await people.resetPassword(options.text('email'), password, SYSTEM);
      return { person_id: id, email };
    },
  },
  'reset-second-factor': {
    summary: 'turn off two-factor authentication for a person who lost the app and the recovery codes',
    options: { email: required('E') },
    async run({ secondFactorAdministration }, options) {
      const { person, isReset } = await secondFactorAdministration.reset(options.text('email'), SYSTEM);
      return { person_id: person.id, email: person.email, reset: isReset };
    },
    note: 'The person now signs in with the password only. Tell them to set up two-factor authentication again.',
  },
  'export-submitter': {
    summary: 'print everything about the email address of a submitter as JSON',
    options: { account, email: required('E') },
    async run({ accounts, submitters, securityLog, print }, options) {
      const { email } = parse(submitterRule, { email: options.text('email') });
      const { id } = await accounts.findBySlug(options.text('account'));
      await securityLog.record(id, 'submitter.exported', SYSTEM);
      for await (const part of submitters.export(id, email)) print(part);
    },
  },
  'erase-submitter': {
    summary: 'erase the email address of a submitter, or count what contains it with --dry-run',
    options: { account, email: required('E'), 'delete-items': {}, 'dry-run': {} },
    async run({ accounts, submitters, securityLog, progress }, options) {
      const { email } = parse(submitterRule, { email: options.text('email') });
      const { id, slug } = await accounts.findBySlug(options.text('account'));
      if (options.flag('dry-run'))
        return { account_id: id, slug, ...(await submitters.count(id, email)), dry_run: true };
      await securityLog.record(id, 'submitter.erased', SYSTEM);
      const { isComplete: _, ...counts } = await submitters.erase(id, email, {
        deletes: options.flag('delete-items'),
        by: SYSTEM,
        onProgress: (items) => progress(`${items.toLocaleString('en')} items`),
      });
      return { account_id: id, slug, ...counts, dry_run: false };
    },
  },
  identify: {
    summary: 'show which account, API key, or person has an ID, such as one in the log',
    positionals: ['ID'],
    options: {},
    async run({ dataSource }, options) {
      const found = await identify(dataSource, options.argument('ID'));
      if (!found)
        throw new DomainError('not_found', 'id_not_found', 'No account, API key, or person has this ID');
      return { ...found };
    },
  },
  doctor: {
    summary: 'check the installation, and say what to do',
    options: {},
    async diagnose(env) {
      const checks = await diagnose(env);
      return { isHealthy: checks.every(({ state }) => state !== 'failed'), result: { checks } };
    },
    format({ checks }) {
      const rows = (checks as readonly Check[]).map(({ state, name, message }) => [state, name, message]);
      return tableOf(['STATE', 'CHECK', 'RESULT'], rows);
    },
  },
  'mail-test': {
    summary: 'send a message to an email address, and print the response of the mail server',
    positionals: ['ADDRESS'],
    options: {},
    async diagnose(env, options) {
      return { isHealthy: true, result: await sendTestMail(env, options.argument('ADDRESS')) };
    },
  },
  migrate: {
    summary: 'run pending database migrations',
    createsDatabase: true,
    options: {},
    async run({ dataSource }) {
      // openDatabase has already run pending migrations, as for every command.
      const rows = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
      return { migrations: rows.map(({ name }) => name) };
    },
  },
  backup: {
    summary: 'write a snapshot of the database to a new file, also while the service runs',
    positionals: ['FILE'],
    keepsSchema: true,
    options: {},
    run: (tools, options) => backUp(tools, options.argument('FILE')),
  },
  restore: {
    summary: 'restore a backup into an empty database, and migrate it',
    positionals: ['FILE'],
    createsDatabase: true,
    keepsSchema: true,
    options: {},
    needsBackup: true,
    run: (tools) => restore(tools),
    note: KEY_NOTE,
  },
  seed: {
    summary: 'create sample feedback for trials and benchmarks',
    options: {
      account,
      items: { ...required('N'), check: (text) => wholeNumber(text).problem },
      force: {},
    },
    findProblem({ NODE_ENV }, options) {
      if (NODE_ENV !== 'production' || options.flag('force')) return null;
      return 'NODE_ENV is production: add --force to create sample feedback anyway';
    },
    async run({ accounts, dataSource, progress }, options) {
      const { id, slug } = await accounts.findBySlug(options.text('account'));
      const count = wholeNumber(options.text('items')).value;
      const now = new Date();
      let reported = 0;
      const onProgress = (done: number) => {
        const tenth = Math.floor((done / count) * 10);
        if (tenth === reported || Date.now() - now.getTime() < 1000) return;
        reported = tenth;
        progress(`${tenth * 10}% (${done.toLocaleString('en')} items)`);
      };
      await seedFeedback(dataSource, { accountId: id, count, now, onProgress });
      return { account_id: id, slug, items: count, seconds: (Date.now() - now.getTime()) / 1000 };
    },
  },
};
