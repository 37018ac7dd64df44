import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { plainToInstance, Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min, ValidateBy, validateSync } from 'class-validator';
import { isMailbox, isSmtpUrl } from './mail/smtp-settings';
import { fileVariableOf, readSecretFiles } from './startup/secret-files';

const descriptions = new Map<keyof Variables, string>();
const secrets: (keyof Variables)[] = [];

/** Declares an environment variable. The initial value of the property is the default. */
const Variable = (description: string) => (target: object, name: keyof Variables) => {
  descriptions.set(name, description);
  IsOptional()(target, name);
};

/** Declares a variable that can be in a file, which `<name>_FILE` names. */
const Secret = (description: string) => (target: object, name: keyof Variables) => {
  secrets.push(name);
  Variable(description)(target, name);
};

/** Like `applyDecorators` of NestJS, which the operator command doesn't load. */
const combine =
  (...decorators: PropertyDecorator[]): PropertyDecorator =>
  (target, name) =>
    decorators.forEach((decorate) => decorate(target, name));

const WholeNumber = (min: number, max: number) => {
  const message = () =>
    `must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return combine(
    Transform(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
};

const Quota = () => WholeNumber(0, 1_000_000_000);

const anyOf = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

/** Does not compile if a value is missing in the type of the property. */
const OneOf =
  <Word extends string>(...words: Word[]) =>
  <Owner extends object, Name extends keyof Owner & string>(
    target: Owner,
    name: Name & ([Word] extends [Owner[Name]] ? Name : never),
  ) =>
    IsIn(words, { message: () => `must be ${anyOf(words)}` })(target, name);

const Satisfies = (validate: (text: string) => boolean, message: string, each = false) =>
  ValidateBy({ name: validate.name, validator: { validate } }, { message, each });

const Origins = () =>
  combine(
    Transform(({ value }) => entriesOf(value).filter(Boolean)),
    Satisfies(isOrigin, 'must be origins such as https://app.example.com, separated by commas', true),
  );

const Networks = () =>
  combine(
    Transform(({ value }) => entriesOf(value).filter(Boolean)),
    Satisfies(isNetwork, 'must be IP addresses and networks such as 10.0.0.0/8, separated by commas', true),
  );

const MAX_PROCESSES = 64;

/** Connections of the embedded PostgreSQL for the pools of all processes. Its max_connections allows 100 more. */
const EMBEDDED_POOLS = 300;

const Processes = () =>
  combine(
    Transform(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : value)),
    Satisfies(isProcessCount, `must be auto or a whole number from 1 to ${MAX_PROCESSES}`),
  );

const DatabaseUrls = () =>
  combine(
    Transform(({ value }) => entriesOf(withoutWhitespace(value)).filter(Boolean)),
    Satisfies(
      isDatabaseUrl,
      'must be URLs such as postgres://user:password@replica:5432/database, separated by commas',
      true,
    ),
  );

const KEY_COMMAND = 'openssl rand -base64 32';

const EncryptionKey = () =>
  combine(
    Transform(({ value }) => withoutWhitespace(value)),
    Satisfies(isEncryptionKey, `must be 32 bytes in base64; create it with: ${KEY_COMMAND}`),
  );

const DATABASE_URL_DEMAND = 'must look like postgres://user:password@host:5432/database';

/** Removes line breaks and surrounding whitespace, as the URL parser does. */
const withoutWhitespace = (text: string) => text.replace(/[\t\n\r]|^\s+|\s+$/g, '');

/** Every environment variable of the service; `--help` and docs/operating/configuration.md list them. */
class Variables {
  @Variable('host name or IP address to listen on')
  HOST = '127.0.0.1';

  @Variable('port to listen on')
  @WholeNumber(1, 65_535)
  PORT = 3000;

  @Variable('public URL of the service, used in links (default http://localhost:PORT)')
  @Satisfies(isOrigin, 'must be an http or https URL without a path, such as https://feedback.example.com')
  PUBLIC_URL?: string;

  @Variable('data directory of the embedded PostgreSQL')
  DATA_DIR = './data';

  @Secret('URL of a PostgreSQL database (15 or newer) to use instead of the embedded one')
  @Transform(({ value }) => withoutWhitespace(value))
  @Satisfies(isDatabaseUrl, DATABASE_URL_DEMAND)
  DATABASE_URL?: string;

  @Secret(
    'URL for migrations and backups that bypasses the connection pooler of DATABASE_URL (default DATABASE_URL)',
  )
  @Transform(({ value }) => withoutWhitespace(value))
  @Satisfies(isDatabaseUrl, DATABASE_URL_DEMAND)
  DATABASE_DIRECT_URL?: string;

  @Secret(
    'URLs of hot-standby replicas of DATABASE_URL, separated by commas, that serve lists, counts, searches, and exports (default none)',
  )
  @DatabaseUrls()
  DATABASE_REPLICA_URLS?: string[];

  @Variable('off for connection poolers without prepared statements, such as PgBouncer before 1.21')
  @OneOf('on', 'off')
  DATABASE_PREPARED_STATEMENTS: 'on' | 'off' = 'on';

  @Variable(
    'number of processes that serve requests on PORT, or auto for one per CPU; not related to npm run worker',
  )
  @Processes()
  WORKERS: number | 'auto' = 1;

  @Variable('maximum number of PostgreSQL connections per process')
  @WholeNumber(5, 100)
  DATABASE_POOL_SIZE = 10;

  @Secret(
    'key that encrypts signing secrets of webhooks and unsent mail, 32 bytes in base64; required with DATABASE_URL (default: created in DATA_DIR)',
  )
  @EncryptionKey()
  SECRET_ENCRYPTION_KEY?: string;

  @Secret('the SECRET_ENCRYPTION_KEY before its last change')
  @EncryptionKey()
  SECRET_ENCRYPTION_KEY_PREVIOUS?: string;

  @Secret(
    'URL of the mail server, such as smtps://user:password@smtp.example.com (default none: no mail is sent)',
  )
  @Transform(({ value }) => withoutWhitespace(value))
  @Satisfies(isSmtpUrl, 'must look like smtp://user:password@host:587 or smtps://host')
  SMTP_URL?: string;

  @Variable('sender of messages, such as Feedback <no-reply@example.com>; required with SMTP_URL')
  @Satisfies(
    isMailbox,
    'must be an email address, or a name and an address such as Feedback <no-reply@example.com>',
  )
  MAIL_FROM?: string;

  @Variable('address for replies to messages (default MAIL_FROM)')
  @Satisfies(isMailbox, 'must be an email address, or a name and an address such as Help <help@example.com>')
  MAIL_REPLY_TO?: string;

  @Variable('off: this process does not deliver webhooks or send mail')
  @OneOf('on', 'off')
  WORKER: 'on' | 'off' = 'on';

  @Variable('yes: webhooks can use http and any port')
  @OneOf('yes', 'no')
  WEBHOOK_ALLOW_HTTP: 'yes' | 'no' = 'no';

  @Variable(
    'networks that webhooks can reach although they are not public, separated by commas (default none)',
  )
  @Networks()
  WEBHOOK_ALLOWED_CIDRS?: string[];

  @Secret('URL of an HTTP proxy that all webhooks are sent through, with CONNECT (default none)')
  @Transform(({ value }) => withoutWhitespace(value))
  @Satisfies(isProxyUrl, 'must look like http://user:password@proxy:3128')
  WEBHOOK_PROXY?: string;

  @Variable('days that events are kept')
  @WholeNumber(1, 365)
  EVENT_RETENTION_DAYS = 30;

  @Variable('folder for scheduled backups (default: none are made)')
  BACKUP_DIR?: string;

  @Variable('hours between scheduled backups')
  @WholeNumber(1, 8_760)
  BACKUP_EVERY = 24;

  @Variable('number of scheduled backups to keep')
  @WholeNumber(1, 10_000)
  BACKUP_KEEP = 7;

  @Variable(
    'seconds to serve requests before shutdown, with /readyz at 503 (default 5 with DATABASE_URL, otherwise 0)',
  )
  @WholeNumber(0, 300)
  SHUTDOWN_DELAY?: number;

  @Variable('with an https PUBLIC_URL: whether browsers must also use https for its subdomains')
  @OneOf('yes', 'no')
  HSTS_INCLUDE_SUBDOMAINS: 'yes' | 'no' = 'yes';

  @Variable('trusted proxies for X-Forwarded headers: their number, or their IP addresses (default none)')
  @Satisfies(
    isProxyList,
    'must be a number of proxies, or IP addresses and networks such as 10.0.0.0/8, separated by commas',
  )
  TRUST_PROXY?: string;

  @Variable('origins that can call the API from a browser, separated by commas (default all origins)')
  @Origins()
  CORS_ALLOWED_ORIGINS?: string[];

  @Variable('origins that can use MCP from a browser, separated by commas (default none)')
  @Origins()
  MCP_ALLOWED_ORIGINS?: string[];

  @Variable('requests per API key per hour on the Free plan; 0 for no limit')
  @Quota()
  RATE_LIMIT_HOUR_FREE = 100;

  @Variable('requests per API key per hour on the Pro plan; 0 for no limit')
  @Quota()
  RATE_LIMIT_HOUR_PRO = 100;

  @Variable('requests per API key per minute on the Free plan; 0 for no limit')
  @Quota()
  RATE_LIMIT_MINUTE_FREE = 10;

  @Variable('requests per API key per minute on the Pro plan; 0 for no limit')
  @Quota()
  RATE_LIMIT_MINUTE_PRO = 60;

  @Variable('MCP messages per API key per minute, except tool calls; 0 for no limit')
  @Quota()
  MCP_MESSAGES_PER_MINUTE = 60;

  @Variable(
    'where requests are counted: memory (one process), postgres, or redis; default redis with REDIS_URL, postgres with DATABASE_URL or WORKERS above 1',
  )
  @OneOf('memory', 'postgres', 'redis')
  RATE_LIMIT_STORE?: 'memory' | 'postgres' | 'redis';

  @Secret('URL of a Redis or Valkey server that counts requests for all limits')
  @Transform(({ value }) => withoutWhitespace(value))
  @Satisfies(isRedisUrl, 'must look like redis://user:password@host:6379 or rediss://host:6379')
  REDIS_URL?: string;

  @Variable('plan of new accounts')
  @OneOf('free', 'pro')
  DEFAULT_PLAN: 'free' | 'pro' = 'free';

  @Variable('invalid API keys allowed per IP address per minute')
  @WholeNumber(1, 1_000_000)
  AUTH_FAILURES_PER_MINUTE = 30;

  @Variable('submissions allowed per form and IP address per minute')
  @WholeNumber(1, 1_000_000)
  FORM_PER_MINUTE = 10;

  @Variable('submissions allowed per form and IP address per hour')
  @WholeNumber(1, 1_000_000)
  FORM_PER_HOUR = 60;

  @Variable('minimum seconds between loading and sending a form; faster submissions go to quarantine')
  @WholeNumber(0, 3600)
  FORM_MIN_SECONDS = 2;

  @Variable('submissions per IP address per hour after which the form requires proof of work')
  @WholeNumber(0, 1_000_000)
  FORM_PROOF_AFTER = 20;

  @Variable('open: anyone can sign up in the dashboard; closed: only the operator command creates accounts')
  @OneOf('open', 'closed')
  SIGN_UP: 'open' | 'closed' = 'open';

  @Variable('sign-ups, email address changes, and password resets allowed per IP address per hour, each')
  @WholeNumber(1, 1_000_000)
  SIGN_UP_PER_HOUR = 20;

  @Variable('password attempts allowed per IP address per hour from unknown browsers')
  @WholeNumber(1, 1_000_000)
  SIGN_IN_PER_HOUR = 100;

  @Variable('dashboard requests per account owner per minute; 0 for no limit')
  @WholeNumber(0, 1_000_000)
  DASHBOARD_PER_MINUTE = 600;

  @Variable('port of /metrics in the format of Prometheus (default none: nothing is measured)')
  @WholeNumber(1, 65_535)
  METRICS_PORT?: number;

  @Variable('base URL of an OpenTelemetry collector that receives traces (default none: nothing is traced)')
  @Satisfies(isHttpUrl, 'must be an http or https URL, such as http://localhost:4318')
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @Secret('headers for the collector, such as authorization=Bearer%20… (default none)')
  @Satisfies(
    isHeaderList,
    'must be header=value pairs, separated by commas, with percent-encoded values, such as authorization=Bearer%20token',
  )
  OTEL_EXPORTER_OTLP_HEADERS?: string;

  @Variable('off: requests are not logged')
  @OneOf('on', 'off')
  ACCESS_LOG: 'on' | 'off' = 'on';

  @Variable('minimum log level')
  @OneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent')
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent' = 'info';

  @Variable('with production, `operator seed` requires --force')
  NODE_ENV = 'development';
}

/** The configuration in effect, frozen. */
export type Config = Readonly<
  Omit<Variables, 'PUBLIC_URL' | 'RATE_LIMIT_STORE' | 'SHUTDOWN_DELAY' | 'TRUST_PROXY' | 'WORKERS'> & {
    PUBLIC_URL: string;
    RATE_LIMIT_STORE: 'memory' | 'postgres' | 'redis';
    SHUTDOWN_DELAY: number;
    TRUST_PROXY: number | string[] | false;
    WORKERS: number;
  }
>;

/** All configuration problems, one per line. Each line starts with the name of its variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** An empty variable counts as not set. @throws ConfigError with all problems */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const { env, problems: unreadable } = readSecretFiles(variables, secrets);
  const given = [...descriptions.keys()]
    .filter((name) => env[name])
    .map((name) => [name, env[name]] as const);
  const values = plainToInstance(Variables, Object.fromEntries(given));
  const invalid = validateSync(values, { stopAtFirstError: true }).map(
    ({ property, constraints }) => `${property} ${Object.values(constraints!)[0]}`,
  );
  const problems = [...unreadable, ...invalid];
  if (problems.length > 0) throw new ConfigError(problems);
  if (values.PUBLIC_URL?.startsWith('https:') && proxies(values.TRUST_PROXY) === false) {
    throw new ConfigError([
      'TRUST_PROXY must be set when PUBLIC_URL is https, because only the proxy that terminates TLS knows whether a request used https',
    ]);
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    throw new ConfigError(['DATABASE_URL must be set when DATABASE_DIRECT_URL is set']);
  }
  if (values.DATABASE_REPLICA_URLS && !values.DATABASE_URL) {
    throw new ConfigError(['DATABASE_URL must be set when DATABASE_REPLICA_URLS is set']);
  }
  if (values.SMTP_URL && !values.MAIL_FROM) {
    throw new ConfigError(['MAIL_FROM must be set when SMTP_URL is set']);
  }
  if (values.METRICS_PORT === values.PORT) {
    throw new ConfigError(['METRICS_PORT must differ from PORT']);
  }
  if (values.RATE_LIMIT_STORE === 'redis' && !values.REDIS_URL) {
    throw new ConfigError(['REDIS_URL must be set when RATE_LIMIT_STORE is redis']);
  }
  const processes = processCount(values);
  if (values.RATE_LIMIT_STORE === 'memory' && processes > 1) {
    throw new ConfigError([
      'RATE_LIMIT_STORE must be postgres or redis when WORKERS is more than 1, because processes do not share memory',
    ]);
  }
  return Object.freeze({
    ...values,
    WORKERS: processes,
    DATA_DIR: resolve(values.DATA_DIR),
    BACKUP_DIR: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
    PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    RATE_LIMIT_STORE: values.RATE_LIMIT_STORE ?? defaultStore(values, processes),
    SHUTDOWN_DELAY: values.SHUTDOWN_DELAY ?? (values.DATABASE_URL ? 5 : 0),
    TRUST_PROXY: proxies(values.TRUST_PROXY),
  });
}

/** As `readConfig`, with the requirements that the operator command doesn't have. @throws ConfigError */
export function readServiceConfig(env: Parameters<typeof readConfig>[0]): Config {
  const config = readConfig(env);
  if (config.DATABASE_URL && !config.SECRET_ENCRYPTION_KEY) {
    throw new ConfigError([
      `SECRET_ENCRYPTION_KEY must be set when DATABASE_URL is set; create it with: ${KEY_COMMAND}`,
    ]);
  }
  return config;
}

const defaultStore = ({ REDIS_URL, DATABASE_URL }: Variables, processes: number) =>
  REDIS_URL ? 'redis' : DATABASE_URL || processes > 1 ? 'postgres' : 'memory';

/** @throws ConfigError if the embedded database has too few connections for the processes */
function processCount({ WORKERS, DATABASE_URL, DATABASE_POOL_SIZE }: Variables): number {
  const most = DATABASE_URL ? MAX_PROCESSES : Math.min(MAX_PROCESSES, EMBEDDED_POOLS / DATABASE_POOL_SIZE);
  if (WORKERS === 'auto') return Math.min(availableParallelism(), Math.floor(most));
  if (WORKERS <= most) return WORKERS;
  throw new ConfigError([
    `WORKERS × DATABASE_POOL_SIZE (${WORKERS} × ${DATABASE_POOL_SIZE}) must be at most ${EMBEDDED_POOLS} with the embedded PostgreSQL: lower one of them, or set DATABASE_URL`,
  ]);
}

/** The variables that can be in a file. */
export const secretNames = (): readonly string[] => secrets;

/** The names of all variables, and of those that name a file with a secret. */
export const variableNames = (): string[] => [...descriptions.keys(), ...secrets.map(fileVariableOf)];

/** Name, default, and description of every variable, for `npm start -- --help`. */
export function describeVariables(): { name: string; fallback: string; description: string }[] {
  const defaults = new Variables();
  return [...descriptions].map(([name, description]) => ({
    name,
    fallback: String(defaults[name] ?? ''),
    description,
  }));
}

/** Requests per key and window, by plan. */
export const rateLimitsOf = (config: Config) => ({
  free: { hour: config.RATE_LIMIT_HOUR_FREE, minute: config.RATE_LIMIT_MINUTE_FREE },
  pro: { hour: config.RATE_LIMIT_HOUR_PRO, minute: config.RATE_LIMIT_MINUTE_PRO },
});

function proxies(text: string | undefined): Config['TRUST_PROXY'] {
  if (text === undefined || text === '0') return false;
  return /^\d+$/.test(text) ? Number(text) : entriesOf(text);
}

function isProcessCount(value: unknown): boolean {
  return (
    value === 'auto' || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_PROCESSES)
  );
}

function isProxyList(text: string): boolean {
  if (/^\d{1,2}$/.test(text)) return true;
  return entriesOf(text).every(isNetwork);
}

/** Whether the text is an IP address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && fits && more.length === 0;
}

/** Whether the text is 32 bytes in base64. */
export function isEncryptionKey(text: string): boolean {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text;
}

function entriesOf(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

/** Whether the text is a scheme, a host, and optionally a port, such as `https://app.example.com`. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^?#]+$/.test(text) && URL.canParse(text);
}

/** As OpenTelemetry reads it. */
function isHeaderList(text: string): boolean {
  return text.split(',').every((pair) => /^\s*[\w-]+\s*=([\x20-\x24\x26-\x7e]|%[2-7][\da-f])+$/i.test(pair));
}

function isDatabaseUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

function isProxyUrl(text: string): boolean {
  return /^http:\/\/[^/?#]+\/?$/.test(text) && URL.canParse(text);
}

/** The client compares the scheme in lowercase, and takes parameters of the URL as options. */
function isRedisUrl(text: string): boolean {
  return /^rediss?:\/\//.test(text) && URL.canParse(text) && !/[?#]|%(?![\da-f]{2})/i.test(text);
}
