import { addAbortSignal } from 'node:stream';
import { text as allOf } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';
import { jsonText } from '../output/json';
import { safeLine } from '../output/safe-text';
import { ask, askSecret } from '../output/prompt';
import { configuredUrl, parseServiceUrl, isKeyLike, isInsecure } from '../settings/settings';
import { readSettings, writeSettings } from '../settings/settings-file';
import { fetchCurrentKey } from '../settings/current-key';

const HELP = `
Examples:
  feedback login                                    prompts for the URL and the key
  feedback login --url https://feedback.example.com < key.txt

Prompts for the key without showing it, or reads it from standard input. Checks
the key and stores it in a file that only you can read. FEEDBACK_API_KEY and
FEEDBACK_URL override the stored values.`;

export function loginCommand(program: Command, cli: Cli): void {
  program
    .command('login')
    .description('log in with an API key')
    .addHelpText('after', HELP)
    .action(() => logIn(cli));
}

async function logIn(cli: Cli): Promise<void> {
  const { context, options } = cli;
  const url = await readServiceUrl(cli);
  if (isInsecure(url)) cli.print(`Warning: ${url} does not use HTTPS. Your API key can be intercepted.`);
  const apiKey = await readApiKey(cli);
  const key = await fetchCurrentKey(cli.createClient({ url, apiKey }));
  const file = writeSettings(context.env, { url, apiKey });
  const { name, permission, account } = key;
  if (options.json) context.stdout.write(jsonText({ data: { ...key, url, file } }, context.stdout));
  else cli.print(safeLine(`Logged in to ${account.name} with the key "${name}" (${permission}).`));
  cli.print(`Stored in ${file}, which only you can read.`);
  for (const variable of ['FEEDBACK_API_KEY', 'FEEDBACK_URL'])
    if (context.env[variable]) cli.print(`Note: ${variable} is set and overrides the stored value.`);
}

async function readServiceUrl({ context, options }: Cli): Promise<string> {
  const configured = configuredUrl(context.env, options.url);
  if (configured) return configured.value;
  const stored = storedUrl(context.env);
  if (context.stdin.isTTY) {
    const typed = await ask(context, `Service URL${stored ? ` [${stored}]` : ''}: `);
    if (typed !== '') return parseServiceUrl(typed, 'the prompt');
  }
  if (stored) return stored;
  throw new CliError('No service URL provided', EXIT.usage, 'Pass --url or set FEEDBACK_URL.');
}

/** Ignores an invalid file, because login replaces it. */
function storedUrl(env: Cli['context']['env']): string | null {
  try {
    return readSettings(env)?.url ?? null;
  } catch {
    return null;
  }
}

async function readApiKey({ context }: Cli): Promise<string> {
  const { stdin, signal } = context;
  const typed = stdin.isTTY
    ? await askSecret(context, 'API key (input hidden): ')
    : await allOf(addAbortSignal(signal, stdin));
  const key = typed.trim();
  if (isKeyLike(key)) return key;
  throw new CliError(
    key === '' ? 'No API key provided' : 'Invalid API key: a key is one word that starts with fb_live_',
    EXIT.authentication,
    'Create one in the dashboard, under "API & Developer".',
  );
}
