import type { RateLimitStatus } from '@libs/api-client';
import type { Command } from 'commander';
import type { Cli } from '../cli';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { createStyle } from '../output/style';
import { fetchCurrentKey } from '../settings/current-key';

const HELP = `
Examples:
  feedback whoami
  feedback whoami --json | jq -r .data.form_url`;

export function whoamiCommand(program: Command, cli: Cli): void {
  program
    .command('whoami')
    .description('show the account, the API key, and its rate limits')
    .addHelpText('after', HELP)
    .action(() => whoAmI(cli));
}

async function whoAmI(cli: Cli): Promise<void> {
  const { context, options } = cli;
  const { url, apiKey } = cli.credentials();
  const client = cli.client();
  const key = await fetchCurrentKey(client);
  const limits = toLimits(client.budget);
  if (options.json) {
    const service = { url: url.value, url_from: url.from, key_from: apiKey.from };
    context.stdout.write(jsonText({ data: { ...key, ...service, limits } }, context.stdout));
    return;
  }
  const { account } = key;
  const { bold } = createStyle(context, options);
  const rows = [
    [
      'Account',
      `${bold(safeLine(account.name))} (${safeLine(account.slug)}, ${PLANS[account.plan] ?? safeLine(account.plan)} plan)`,
    ],
    ['Key', `${safeLine(key.name)} (${safeLine(key.masked)}), from ${apiKey.from}`],
    ['Permission', key.permission === 'read' ? 'read (cannot change items)' : safeLine(key.permission)],
    ['Expires', safeLine(key.expires_at ?? 'never')],
    ['Service', `${url.value}, from ${url.from}`],
    ['Form', safeLine(key.form_url)],
    ...limits.map((limit, at) => [at === 0 ? 'Limits' : '', limitText(limit)]),
    ...(limits.length === 0 ? [['Limits', 'none']] : []),
  ];
  for (const [name, value] of rows) context.stdout.write(`${name!.padEnd(12)}${value}\n`);
}

const PLANS: Readonly<Record<string, string>> = { free: 'Free', pro: 'Pro' };

interface Limit {
  readonly name: string;
  readonly limit: number | null;
  readonly remaining: number;
  readonly reset_seconds: number;
}

function toLimits(rateLimit: RateLimitStatus | null): Limit[] {
  const windows = rateLimit?.windows ?? [];
  return windows.map(({ name, limit, remaining, resetSeconds }) => ({
    name,
    limit,
    remaining,
    reset_seconds: resetSeconds,
  }));
}

function limitText({ name, limit, remaining, reset_seconds: seconds }: Limit): string {
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  const quota = limit === null ? '' : ` of ${limit.toLocaleString('en-US')}`;
  const requests = (limit ?? remaining) === 1 ? 'request' : 'requests';
  return `${remaining.toLocaleString('en-US')}${quota} ${requests} remaining this ${name}; resets in ${wait}`;
}
