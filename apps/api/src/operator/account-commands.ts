import {
  isExpired,
  maskedKey,
  type Account,
  type ApiKey,
  type ListedAccount,
  type OwnerOfAccount,
} from '@libs/accounts';
import { SYSTEM } from '@libs/kernel';
import { account, type Command } from './command';
import { wholeNumber } from './option-values';
import { tableOf } from './table';

const PAGE = 50;
const PAGE_MAX = 1_000;

/** The commands that administer accounts (operator.md 2, operator.md 7). */
export const accountCommands: Readonly<Record<string, Command>> = {
  'list-accounts': {
    summary: 'list accounts, newest first',
    options: {
      search: { value: 'TEXT' },
      limit: { value: 'N', check: (text) => wholeNumber(text, PAGE_MAX).problem },
      after: { value: 'SLUG' },
    },
    async run({ accounts, administration }, options) {
      const slug = options.optional('after');
      const { accounts: page, hasMore } = await administration.list({
        search: options.optional('search'),
        after: slug === undefined ? undefined : await accounts.findBySlug(slug),
        limit: wholeNumber(options.optional('limit') ?? String(PAGE), PAGE_MAX).value,
      });
      return { accounts: page.map(listedJson), has_more: hasMore };
    },
    format({ accounts, has_more }) {
      const rows = accounts as readonly ReturnType<typeof listedJson>[];
      if (rows.length === 0) return 'No accounts\n';
      const table = tableOf(
        ['SLUG', 'NAME', 'OWNER', 'MEMBERS', 'PLAN', 'CREATED', 'STATE'],
        rows.map(({ slug, name, email, members, plan, created_at, suspended_at }) => [
          slug,
          name,
          email,
          String(members),
          plan,
          created_at.slice(0, 10),
          suspended_at ? 'suspended' : 'active',
        ]),
      );
      return has_more ? `${table}\nThere are more: add --after ${rows.at(-1)!.slug}\n` : table;
    },
  },
  'show-account': {
    summary: 'show an account and how much it has stored',
    options: { account },
    async run({ administration, records }, options) {
      const found = await administration.find(options.text('account'));
      const lastSeenAt = await records.lastSeen(found.owner);
      return {
        ...accountJson(found),
        ...(await records.count(found.account)),
        owner_last_seen_at: lastSeenAt?.toISOString() ?? null,
      };
    },
  },
  'suspend-account': {
    summary: 'block all access to an account, within a second on every running instance',
    options: { account },
    run: async ({ administration }, options) =>
      stateJson(await administration.suspend(options.text('account'), SYSTEM)),
  },
  'resume-account': {
    summary: 'end the suspension of an account',
    options: { account },
    run: async ({ administration }, options) =>
      stateJson(await administration.resume(options.text('account'), SYSTEM)),
  },
  'delete-account': {
    summary: 'delete an account with all of its data',
    options: { account, confirm: { value: 'SLUG' }, 'dry-run': {} },
    findProblem(_config, options) {
      if (options.flag('dry-run') || options.optional('confirm') === options.text('account')) return null;
      return (
        `Add --confirm ${options.text('account')} to delete the account and all of its data, ` +
        'or --dry-run to see how much that is'
      );
    },
    async run({ accounts, records, removal, progress }, options) {
      const found = await accounts.findBySlug(options.text('account'));
      const counts = await records.count(found);
      const result = { account_id: found.id, slug: found.slug, ...counts };
      if (options.flag('dry-run')) return { ...result, deleted: false };
      if (counts.items >= MANY_ITEMS) progress(`Deleting ${counts.items.toLocaleString('en')} items`);
      await removal.remove(found.id, SYSTEM);
      return { ...result, deleted: true };
    },
  },
};

/** Takes a second or more to delete. */
const MANY_ITEMS = 10_000;

export const listKeys: Command = {
  summary: 'list the API keys of an account, newest first',
  options: { account },
  async run({ accounts, keys }, options) {
    const { id } = await accounts.findBySlug(options.text('account'));
    const now = new Date();
    return { keys: (await keys.list(id)).map((key) => keyJson(key, now)) };
  },
  format({ keys }) {
    const rows = keys as readonly ReturnType<typeof keyJson>[];
    if (rows.length === 0) return 'No API keys\n';
    return tableOf(
      ['ID', 'NAME', 'KEY', 'PERMISSION', 'CREATED', 'LAST USED', 'STATE'],
      rows.map(({ id, name, masked, permission, created_at, last_used_at, state }) => [
        id,
        name,
        masked,
        permission,
        created_at.slice(0, 10),
        last_used_at?.slice(0, 10) ?? 'never',
        state,
      ]),
    );
  },
};

const accountJson = ({
  account: { id, slug, name, plan, createdAt, suspendedAt },
  owner: { email },
}: OwnerOfAccount) => ({
  account_id: id,
  slug,
  name,
  email,
  plan,
  created_at: createdAt.toISOString(),
  suspended_at: suspendedAt?.toISOString() ?? null,
});

const listedJson = (listed: ListedAccount) => ({ ...accountJson(listed), members: listed.members });

const stateJson = ({ id, slug, suspendedAt }: Account) => ({
  account_id: id,
  slug,
  suspended_at: suspendedAt?.toISOString() ?? null,
});

const keyJson = (key: ApiKey, now: Date) => ({
  id: key.id,
  name: key.name,
  masked: maskedKey(key),
  permission: key.permission,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  state: key.revokedAt ? 'revoked' : isExpired(key, now) ? 'expired' : 'active',
});
