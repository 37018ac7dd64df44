import { isMailbox, isSmtpUrl } from './smtp-settings';
import {
  DatabaseUrls,
  EncryptionKey,
  Networks,
  OneOf,
  Origin,
  Origins,
  Processes,
  Quota,
  Satisfies,
  Secret,
  Url,
  Variable,
  WholeNumber,
} from './decorators';
import { isDatabaseUrl, isHeaderList, isHttpUrl, isProxyList, isProxyUrl, isRedisUrl } from './formats';

const DATABASE_URL_DEMAND = 'must look like postgres://user:password@host:5432/database';

/** Every environment variable of the service; `--help` and docs/operating/configuration.md list them. */
export class Variables {
  @Variable('host name or IP address to listen on')
  HOST = '127.0.0.1';

  @Variable('port to listen on')
  @WholeNumber(1, 65_535)
  PORT = 3000;

  @Variable('public URL of the service, used in links (default http://localhost:PORT)')
  @Origin('must be an http or https URL without a path, such as https://feedback.example.com')
  PUBLIC_URL?: string;

  @Variable('data directory of the embedded PostgreSQL')
  DATA_DIR = './data';

  @Secret('URL of a PostgreSQL database (15 or newer) to use instead of the embedded one')
  @Url(isDatabaseUrl, DATABASE_URL_DEMAND)
  DATABASE_URL?: string;

  @Secret(
    'URL for migrations and backups that bypasses the connection pooler of DATABASE_URL (default DATABASE_URL)',
  )
  @Url(isDatabaseUrl, DATABASE_URL_DEMAND)
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
    'key that encrypts secrets and URLs of webhooks, secrets of second factors, unsent mail, and secrets that instances share; 32 bytes in base64; required with DATABASE_URL (default: created in DATA_DIR)',
  )
  @EncryptionKey()
  SECRET_ENCRYPTION_KEY?: string;

  @Secret('the SECRET_ENCRYPTION_KEY before its last change')
  @EncryptionKey()
  SECRET_ENCRYPTION_KEY_PREVIOUS?: string;

  @Secret(
    'URL of the mail server, such as smtps://user:password@smtp.example.com (default none: no mail is sent)',
  )
  @Url(isSmtpUrl, 'must look like smtp://user:password@host:587 or smtps://host')
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

  @Variable('number of messages that a process sends at the same time, each on a connection of its own')
  @WholeNumber(1, 50)
  MAIL_CONNECTIONS = 5;

  @Variable(
    'number of messages that all processes send in an hour, for a mail server with a quota; 0: no limit',
  )
  @WholeNumber(0, 1_000_000)
  MAIL_PER_HOUR = 0;

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
  @Url(isProxyUrl, 'must look like http://user:password@proxy:3128')
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

  @Variable('megabytes that an account on the Free plan can store; 0 for no limit')
  @Quota()
  STORAGE_LIMIT_MB_FREE = 5_000;

  @Variable('megabytes that an account on the Pro plan can store; 0 for no limit')
  @Quota()
  STORAGE_LIMIT_MB_PRO = 50_000;

  @Variable('MCP messages per API key per minute, except tool calls; 0 for no limit')
  @Quota()
  MCP_MESSAGES_PER_MINUTE = 60;

  @Variable(
    'where requests are counted: memory (one process), postgres, or redis; default redis with REDIS_URL, postgres with DATABASE_URL or WORKERS above 1',
  )
  @OneOf('memory', 'postgres', 'redis')
  RATE_LIMIT_STORE?: 'memory' | 'postgres' | 'redis';

  @Secret('URL of a Redis or Valkey server that counts requests for all limits')
  @Url(isRedisUrl, 'must look like redis://user:password@host:6379 or rediss://host:6379')
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

  @Variable('dashboard requests per person per minute, and without a session per IP address; 0 for no limit')
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
