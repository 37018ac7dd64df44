import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const quota = (fallback: string, text: string) =>
  whole(0, 1_000_000_000).default(Number(fallback)).describe(text);

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

/** `https://app.example.com`: a scheme, a host, perhaps a port, and nothing behind them. */
const origin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const origins = list.refine(
  (entries) => entries.every(origin),
  'must be origins such as https://app.example.com, separated by commas',
);

/** Every variable the service reads, with its default and its meaning: the README's table and `--help` come from here. */
const variables = z.object({
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: whole(1, 65_535).default(3000).describe('port to listen on'),
  PUBLIC_URL: z
    .string()
    .refine(origin, 'must be an http or https address without a path, such as https://feedback.example.com')
    .optional()
    .describe('address people reach the service at; links are built from it (default http://localhost:PORT)'),
  DATA_DIR: z.string().default('./data').describe('where the embedded PostgreSQL keeps its data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/database' })
    .optional()
    .describe('a PostgreSQL (15 or newer) of your own instead of the embedded one'),
  DATABASE_POOL_SIZE: whole(5, 100).default(10).describe('connections one process holds to PostgreSQL'),
  SHUTDOWN_DELAY: whole(0, 300)
    .optional()
    .describe(
      'seconds to serve requests before a stop, with /readyz at 503 (default 5 with DATABASE_URL, otherwise 0)',
    ),
  HSTS_INCLUDE_SUBDOMAINS: z
    .enum(['yes', 'no'], 'must be yes or no')
    .default('yes')
    .describe('with an https PUBLIC_URL: whether browsers must use https for its subdomains too'),
  TRUST_PROXY: z
    .string()
    .refine(
      isProxyList,
      'must be a number of proxies, or addresses and networks such as 10.0.0.0/8, separated by commas',
    )
    .optional()
    .describe('proxies whose X-Forwarded headers are believed: how many, or their addresses (default none)'),
  CORS_ALLOWED_ORIGINS: origins
    .optional()
    .describe('origins whose pages may read the API, separated by commas (default every origin)'),
  MCP_ALLOWED_ORIGINS: origins
    .optional()
    .describe('origins whose pages may use MCP, separated by commas (default none)'),
  RATE_LIMIT_HOUR_FREE: quota('100', 'requests per API key and hour, Free plan; 0 for no limit'),
  RATE_LIMIT_HOUR_PRO: quota('100', 'requests per API key and hour, Pro plan; 0 for no limit'),
  RATE_LIMIT_MINUTE_FREE: quota('10', 'requests per API key and minute, Free plan; 0 for no limit'),
  RATE_LIMIT_MINUTE_PRO: quota('60', 'requests per API key and minute, Pro plan; 0 for no limit'),
  MCP_MESSAGES_PER_MINUTE: quota(
    '60',
    'MCP messages per API key and minute, tool calls excluded; 0 for no limit',
  ),
  RATE_LIMIT_STORE: z
    .enum(['memory', 'postgres'], 'must be memory or postgres')
    .optional()
    .describe(
      'where requests are counted: memory (one process) or postgres (several); default postgres with DATABASE_URL',
    ),
  DEFAULT_PLAN: z
    .enum(['free', 'pro'], 'must be free or pro')
    .default('free')
    .describe('plan of new accounts'),
  AUTH_FAILURES_PER_MINUTE: whole(1, 1_000_000)
    .default(30)
    .describe('wrong API keys one address may present in a minute'),
  FORM_PER_MINUTE: whole(1, 1_000_000)
    .default(10)
    .describe('submissions one address may send to one form in a minute'),
  FORM_PER_HOUR: whole(1, 1_000_000)
    .default(60)
    .describe('submissions one address may send to one form in an hour'),
  FORM_MIN_SECONDS: whole(0, 3600)
    .default(2)
    .describe('seconds a form must have been open; what is sent sooner waits in quarantine'),
  FORM_PROOF_AFTER: whole(0, 1_000_000)
    .default(20)
    .describe('submissions of one address in an hour before its browser is asked for proof of work'),
  SIGN_UP: z
    .enum(['open', 'closed'], 'must be open or closed')
    .default('open')
    .describe('whether anybody may make an account in the dashboard; closed: only the operator command does'),
  SIGN_UP_PER_HOUR: whole(1, 1_000_000)
    .default(20)
    .describe('accounts one address may try to make in an hour, and email addresses it may try to change to'),
  SIGN_IN_PER_HOUR: whole(1, 1_000_000)
    .default(100)
    .describe('passwords one address may try in an hour from unknown browsers'),
  DASHBOARD_PER_MINUTE: whole(0, 1_000_000)
    .default(600)
    .describe('requests one owner can send from the dashboard per minute; 0 for no limit'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    )
    .default('info')
    .describe('least serious line to log; debug has one line a request'),
  NODE_ENV: z.string().default('development').describe('production makes `operator seed` ask for --force'),
});

export type VariableName = keyof typeof variables.shape;

/** What is in force, frozen. */
export type Config = Readonly<
  Omit<z.output<typeof variables>, 'PUBLIC_URL' | 'RATE_LIMIT_STORE' | 'SHUTDOWN_DELAY' | 'TRUST_PROXY'> & {
    PUBLIC_URL: string;
    RATE_LIMIT_STORE: 'memory' | 'postgres';
    SHUTDOWN_DELAY: number;
    TRUST_PROXY: number | string[] | false;
  }
>;

/** Every problem of the environment, one line each, each naming its variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** @throws ConfigError with all problems at once; an empty variable counts as not set */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  const values = parsed.data;
  if (values.PUBLIC_URL?.startsWith('https:') && proxies(values.TRUST_PROXY) === false) {
    throw new ConfigError([
      'TRUST_PROXY must be set when PUBLIC_URL is https: only the proxy that ends TLS can say whether a request came by https',
    ]);
  }
  return Object.freeze({
    ...values,
    DATA_DIR: resolve(values.DATA_DIR),
    PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    RATE_LIMIT_STORE: values.RATE_LIMIT_STORE ?? (values.DATABASE_URL ? 'postgres' : 'memory'),
    SHUTDOWN_DELAY: values.SHUTDOWN_DELAY ?? (values.DATABASE_URL ? 5 : 0),
    TRUST_PROXY: proxies(values.TRUST_PROXY),
  });
}

/** Name, default and meaning of every variable, for `npm start -- --help`. */
export function describeVariables(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(variables.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data;
    return {
      name,
      fallback: fallback === undefined ? '' : String(fallback),
      meaning: schema.description ?? '',
    };
  });
}

/** Requests per key and window, by plan. */
export const rateLimitsOf = (config: Config) => ({
  free: { hour: config.RATE_LIMIT_HOUR_FREE, minute: config.RATE_LIMIT_MINUTE_FREE },
  pro: { hour: config.RATE_LIMIT_HOUR_PRO, minute: config.RATE_LIMIT_MINUTE_PRO },
});

function proxies(text: string | undefined): Config['TRUST_PROXY'] {
  if (text === undefined || text === '0') return false;
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((entry) => entry.trim());
}

function isProxyList(text: string): boolean {
  if (/^\d{1,2}$/.test(text)) return true;
  return text.split(',').every((entry) => {
    const [address = '', bits, ...more] = entry.trim().split('/');
    const family = isIP(address);
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
    return family !== 0 && fits && more.length === 0;
  });
}
