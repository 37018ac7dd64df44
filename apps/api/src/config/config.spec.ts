import { availableParallelism } from 'node:os';
import {
  ConfigError,
  describeVariables,
  readConfig,
  readServiceConfig,
  secretNames,
  variableNames,
} from './config';

const problems = (env: Record<string, string>, read = readConfig): readonly string[] => {
  try {
    read(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

/** operator.md 1 */
describe('readConfig', () => {
  it('has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: `${process.cwd()}/data`,
      RATE_LIMIT_HOUR_FREE: 100,
      RATE_LIMIT_HOUR_PRO: 100,
      RATE_LIMIT_MINUTE_FREE: 10,
      RATE_LIMIT_MINUTE_PRO: 60,
      MCP_MESSAGES_PER_MINUTE: 60,
      RATE_LIMIT_STORE: 'memory',
      DEFAULT_PLAN: 'free',
      AUTH_FAILURES_PER_MINUTE: 30,
      FORM_PER_MINUTE: 10,
      FORM_PER_HOUR: 60,
      FORM_MIN_SECONDS: 2,
      FORM_PROOF_AFTER: 20,
      SIGN_UP: 'open',
      SIGN_UP_PER_HOUR: 20,
      SIGN_IN_PER_HOUR: 100,
      DASHBOARD_PER_MINUTE: 600,
      HSTS_INCLUDE_SUBDOMAINS: 'yes',
      TRUST_PROXY: false,
      WORKER: 'on',
      BACKUP_DIR: undefined,
      BACKUP_EVERY: 24,
      BACKUP_KEEP: 7,
      WEBHOOK_ALLOW_HTTP: 'no',
    });
  });

  it('defaults SHUTDOWN_DELAY to 5 with DATABASE_URL, otherwise to 0', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/feedback';
    expect(readConfig({}).SHUTDOWN_DELAY).toBe(0);
    expect(readConfig({ DATABASE_URL }).SHUTDOWN_DELAY).toBe(5);
    expect(readConfig({ DATABASE_URL, SHUTDOWN_DELAY: '0' }).SHUTDOWN_DELAY).toBe(0);
  });

  it('defaults RATE_LIMIT_STORE to redis with REDIS_URL, to postgres with DATABASE_URL, otherwise to memory', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/feedback';
    const REDIS_URL = 'redis://:p@cache:6379';
    expect(readConfig({ DATABASE_URL }).RATE_LIMIT_STORE).toBe('postgres');
    expect(readConfig({ DATABASE_URL, REDIS_URL }).RATE_LIMIT_STORE).toBe('redis');
    expect(readConfig({ DATABASE_URL, REDIS_URL, RATE_LIMIT_STORE: 'memory' }).RATE_LIMIT_STORE).toBe(
      'memory',
    );
    expect(problems({ DATABASE_DIRECT_URL: DATABASE_URL })).toEqual([
      'DATABASE_URL must be set when DATABASE_DIRECT_URL is set',
    ]);
    expect(problems({ RATE_LIMIT_STORE: 'redis' })).toEqual([
      'REDIS_URL must be set when RATE_LIMIT_STORE is redis',
    ]);
  });

  /** operator.md 13 */
  it('requires a sender with a mail server', () => {
    const SMTP_URL = 'smtps://user:p%40ss@smtp.example.com';
    expect(problems({ SMTP_URL })).toEqual(['MAIL_FROM must be set when SMTP_URL is set']);
    const MAIL_FROM = 'Feedback <no-reply@example.com>';
    expect(readConfig({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM });
    expect(readConfig({ MAIL_FROM }).SMTP_URL).toBeUndefined();
  });

  describe('WORKERS', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/feedback';

    it('is 1 by default, a number, or auto for one per CPU', () => {
      expect(readConfig({}).WORKERS).toBe(1);
      expect(readConfig({ WORKERS: '4' }).WORKERS).toBe(4);
      expect(readConfig({ WORKERS: '64', DATABASE_URL }).WORKERS).toBe(64);
      expect(readConfig({ WORKERS: 'auto', DATABASE_URL }).WORKERS).toBe(
        Math.min(64, availableParallelism()),
      );
    });

    it.each(['0', '65', '-1', '1.5', 'all', '4 '])('rejects %j', (WORKERS) => {
      expect(problems({ WORKERS, DATABASE_URL })).toEqual([
        'WORKERS must be auto or a whole number from 1 to 64',
      ]);
    });

    it('counts requests in the database or in Redis when it is more than 1', () => {
      expect(readConfig({ WORKERS: '1' }).RATE_LIMIT_STORE).toBe('memory');
      expect(readConfig({ WORKERS: '2' }).RATE_LIMIT_STORE).toBe('postgres');
      expect(readConfig({ WORKERS: '2', REDIS_URL: 'redis://cache' }).RATE_LIMIT_STORE).toBe('redis');
      expect(problems({ WORKERS: '2', RATE_LIMIT_STORE: 'memory' })).toEqual([
        'RATE_LIMIT_STORE must be postgres or redis when WORKERS is more than 1, because processes do not share memory',
      ]);
      expect(problems({ WORKERS: '1', RATE_LIMIT_STORE: 'memory' })).toEqual([]);
    });

    it('is limited by the connections of the embedded PostgreSQL', () => {
      expect(problems({ WORKERS: '30' })).toEqual([]);
      expect(problems({ WORKERS: '31' })).toEqual([
        'WORKERS × DATABASE_POOL_SIZE (31 × 10) must be at most 300 with the embedded PostgreSQL: lower one of them, or set DATABASE_URL',
      ]);
      expect(problems({ WORKERS: '60', DATABASE_POOL_SIZE: '5' })).toEqual([]);
      expect(problems({ WORKERS: '3', DATABASE_POOL_SIZE: '100' })).toEqual([]);
      expect(problems({ WORKERS: 'auto', DATABASE_POOL_SIZE: '100' })).toEqual([]);
      expect(readConfig({ WORKERS: 'auto', DATABASE_POOL_SIZE: '100' }).WORKERS).toBeLessThanOrEqual(3);
    });
  });

  it('reads DATABASE_REPLICA_URLS, which requires DATABASE_URL', () => {
    const [DATABASE_URL, one, two] = ['db', 'one', 'two'].map(
      (host) => `postgres://u:p@${host}:5432/feedback`,
    );
    const DATABASE_REPLICA_URLS = ` ${one},\n${two} `;
    const config = readConfig({ DATABASE_URL, DATABASE_REPLICA_URLS });
    expect(config.DATABASE_REPLICA_URLS).toEqual([one, two]);
    expect(readConfig({}).DATABASE_REPLICA_URLS).toBeUndefined();
    expect(problems({ DATABASE_REPLICA_URLS })).toEqual([
      'DATABASE_URL must be set when DATABASE_REPLICA_URLS is set',
    ]);
  });

  it('reads each secret from a file', () => {
    expect(secretNames()).toEqual([
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_REPLICA_URLS',
      'SECRET_ENCRYPTION_KEY',
      'SECRET_ENCRYPTION_KEY_PREVIOUS',
      'SMTP_URL',
      'WEBHOOK_PROXY',
      'REDIS_URL',
      'OTEL_EXPORTER_OTLP_HEADERS',
    ]);
    const files = Object.fromEntries(secretNames().map((name) => [`${name}_FILE`, `/nowhere/${name}`]));
    expect(variableNames()).toEqual(expect.arrayContaining(Object.keys(files)));
    expect(problems({ ...files, PORT: '0' })).toEqual([
      'PORT must be a whole number from 1 to 65,535',
      ...secretNames().map((name) => `${name}_FILE: cannot read /nowhere/${name} (ENOENT)`),
    ]);
  });

  it.each(['authorization=Bearer%20token', 'x-a=1, x-b = c=d;e', 'x-key=%41'])(
    'accepts the OTEL_EXPORTER_OTLP_HEADERS %s',
    (text) => {
      expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: text }).OTEL_EXPORTER_OTLP_HEADERS).toBe(text);
    },
  );

  it.each([
    'https://feedback.example.com',
    'https://feedback.example.com/',
    ' https://Feedback.example.com:443/\n',
  ])('reads %j as an origin', (url) => {
    const origin = 'https://feedback.example.com';
    expect(readConfig({ PUBLIC_URL: url, TRUST_PROXY: '1' }).PUBLIC_URL).toBe(origin);
    const lists = readConfig({
      CORS_ALLOWED_ORIGINS: `${url},http://b`,
      MCP_ALLOWED_ORIGINS: `http://b/, ${url}`,
    });
    expect(lists).toMatchObject({
      CORS_ALLOWED_ORIGINS: [origin, 'http://b'],
      MCP_ALLOWED_ORIGINS: ['http://b', origin],
    });
  });

  it('treats an empty variable as not set, and freezes the configuration', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '', PUBLIC_URL: '' });
    expect(config).toMatchObject({ PORT: 3000, PUBLIC_URL: 'http://localhost:3000' });
    expect(config.DATABASE_URL).toBeUndefined();
    expect(Object.isFrozen(config)).toBe(true);
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['PORT', '3e3'],
    ['PORT', '-1'],
    ['PORT', ' 3000'],
    ['PUBLIC_URL', 'feedback.example.com'],
    ['PUBLIC_URL', 'https://feedback.example.com/path'],
    ['PUBLIC_URL', 'ftp://feedback.example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'localhost'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['PUBLIC_URL', 'https://user@feedback.example.com/'],
    ['PUBLIC_URL', 'https://feedback.example.com/?'],
    ['PUBLIC_URL', 'https:feedback.example.com'],
    ['CORS_ALLOWED_ORIGINS', 'https://a.example/app'],
    ['CORS_ALLOWED_ORIGINS', '*'],
    ['MCP_ALLOWED_ORIGINS', 'https://a.example, b.example'],
    ['MCP_ALLOWED_ORIGINS', '*'],
    ['SECRET_ENCRYPTION_KEY', 'secret'],
    ['SECRET_ENCRYPTION_KEY', Buffer.alloc(31).toString('base64')],
    ['SECRET_ENCRYPTION_KEY', Buffer.alloc(32).toString('hex')],
    ['SECRET_ENCRYPTION_KEY', `${Buffer.alloc(32).toString('base64')}=`],
    ['SECRET_ENCRYPTION_KEY_PREVIOUS', Buffer.alloc(33).toString('base64')],
    ['WORKER', 'yes'],
    ['WEBHOOK_ALLOW_HTTP', 'true'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/33'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/8, localhost'],
    ['WEBHOOK_PROXY', 'proxy:3128'],
    ['WEBHOOK_PROXY', 'https://proxy:3128'],
    ['WEBHOOK_PROXY', 'http://proxy:3128/path'],
    ['WEBHOOK_PROXY', 'http://proxy:31280000'],
    ['SHUTDOWN_DELAY', '5s'],
    ['SHUTDOWN_DELAY', '301'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'true'],
    ['RATE_LIMIT_HOUR_FREE', '-1'],
    ['RATE_LIMIT_MINUTE_PRO', 'many'],
    ['MCP_MESSAGES_PER_MINUTE', '-1'],
    ['RATE_LIMIT_STORE', 'valkey'],
    ['SMTP_URL', 'smtp.example.com'],
    ['SMTP_URL', 'http://smtp.example.com'],
    ['MAIL_FROM', 'Feedback'],
    ['MAIL_REPLY_TO', 'a@b.example, c@d.example'],
    ['MAIL_CONNECTIONS', '0'],
    ['MAIL_CONNECTIONS', '51'],
    ['MAIL_PER_HOUR', '-1'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'http://cache:6379'],
    ['REDIS_URL', 'REDISS://cache:6379'],
    ['REDIS_URL', 'redis://:50%@cache:6379'],
    ['REDIS_URL', 'redis://cache:6379?socketTimeout=0'],
    ['DATABASE_DIRECT_URL', 'localhost'],
    ['DATABASE_REPLICA_URLS', 'postgres://u:p@replica:5432/feedback, localhost'],
    ['DATABASE_PREPARED_STATEMENTS', 'no'],
    ['BACKUP_EVERY', '0'],
    ['BACKUP_EVERY', '24h'],
    ['BACKUP_KEEP', '0'],
    ['DEFAULT_PLAN', 'gold'],
    ['AUTH_FAILURES_PER_MINUTE', '0'],
    ['FORM_PER_HOUR', '1.5'],
    ['FORM_MIN_SECONDS', '3601'],
    ['FORM_PROOF_AFTER', '-1'],
    ['SIGN_UP', 'no'],
    ['SIGN_UP_PER_HOUR', '0'],
    ['SIGN_IN_PER_HOUR', '0'],
    ['LOG_LEVEL', 'verbose'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', '3000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://localhost:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318/?tenant=1'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization: Bearer token'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20token,'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%0Atoken'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=100%'],
    ['ACCESS_LOG', 'debug'],
    ['DATABASE_POOL_SIZE', '4'],
    ['DATABASE_POOL_SIZE', '101'],
  ])('rejects %s=%s with one line that names the variable', (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name} must `));
    expect(found[0]).not.toContain('\n');
  });

  it('lists the values of a variable', () => {
    expect(problems({ SIGN_UP: 'no' })).toEqual(['SIGN_UP must be open or closed']);
    expect(problems({ LOG_LEVEL: 'verbose' })).toEqual([
      'LOG_LEVEL must be fatal, error, warn, info, debug, or silent',
    ]);
  });

  it('reports all problems together, in the order of the variables', () => {
    const names = (env: Record<string, string>, read = readConfig) =>
      problems(env, read).map((problem) => problem.split(' ')[0]);
    expect(names({ LOG_LEVEL: 'x', DEFAULT_PLAN: 'x', PORT: 'x' })).toEqual([
      'PORT',
      'DEFAULT_PLAN',
      'LOG_LEVEL',
    ]);
    const DATABASE_DIRECT_URL = 'postgres://u:p@db:5432/feedback';
    const conflicts = {
      PUBLIC_URL: 'https://feedback.example.com',
      DATABASE_DIRECT_URL,
      DATABASE_REPLICA_URLS: DATABASE_DIRECT_URL,
      WORKERS: '31',
      SMTP_URL: 'smtp://smtp.example.com',
      METRICS_PORT: '3000',
      DEFAULT_PLAN: 'x',
    };
    const found = [
      'DATABASE_URL',
      'DATABASE_URL',
      'WORKERS',
      'MAIL_FROM',
      'TRUST_PROXY',
      'DEFAULT_PLAN',
      'METRICS_PORT',
    ];
    expect(names(conflicts)).toEqual(found);
    expect(names({ ...conflicts, RATE_LIMIT_STORE: 'memory' })).toEqual([
      ...found.slice(0, 5),
      'RATE_LIMIT_STORE',
      ...found.slice(5),
    ]);
    expect(names({ ...conflicts, RATE_LIMIT_STORE: 'redis' })).toEqual([
      ...found.slice(0, 5),
      'REDIS_URL',
      ...found.slice(5),
    ]);
    const service = { DATABASE_URL: DATABASE_DIRECT_URL, SMTP_URL: conflicts.SMTP_URL, PORT: 'x' };
    expect(names(service, readServiceConfig)).toEqual(['PORT', 'SECRET_ENCRYPTION_KEY', 'MAIL_FROM']);
  });

  it('reports no conflict with a variable that is invalid itself, or in a file that is unreadable', () => {
    const PUBLIC_URL = 'https://feedback.example.com';
    expect(problems({ PUBLIC_URL, TRUST_PROXY: 'x/8' })).toHaveLength(1);
    expect(problems({ SMTP_URL: 'smtp://smtp.example.com', MAIL_FROM: 'x' })).toHaveLength(1);
    const DATABASE_DIRECT_URL = 'postgres://u:p@db:5432/feedback';
    expect(problems({ DATABASE_URL_FILE: '/nowhere', DATABASE_DIRECT_URL })).toHaveLength(1);
    expect(problems({ WORKERS: '31', DATABASE_POOL_SIZE: '4' })).toHaveLength(1);
    expect(problems({ WORKERS: '31', DATABASE_URL_FILE: '/nowhere' })).toHaveLength(1);
    expect(problems({ WORKERS: '65', RATE_LIMIT_STORE: 'memory' })).toHaveLength(1);
  });

  it('requires TRUST_PROXY with an https PUBLIC_URL', () => {
    const PUBLIC_URL = 'https://feedback.example.com';
    for (const none of ['', '0']) {
      expect(problems({ PUBLIC_URL, TRUST_PROXY: none })[0]).toMatch(
        /^TRUST_PROXY must be set when PUBLIC_URL is https/,
      );
    }
    expect(readConfig({ PUBLIC_URL, TRUST_PROXY: '1' }).TRUST_PROXY).toBe(1);
    expect(readConfig({ PUBLIC_URL, TRUST_PROXY: '10.0.0.0/8, ::1' }).TRUST_PROXY).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it('reads the settings of webhooks', () => {
    const key = Buffer.alloc(32, 0xfb).toString('base64');
    const env = {
      SECRET_ENCRYPTION_KEY: `${key}\n`,
      WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8, ::1',
      WEBHOOK_PROXY: 'http://user:password@proxy:3128',
    };
    expect(readConfig(env)).toMatchObject({
      ...env,
      SECRET_ENCRYPTION_KEY: key,
      WEBHOOK_ALLOWED_CIDRS: ['10.0.0.0/8', '::1'],
    });
  });

  it('describes every variable', () => {
    for (const { name, description } of describeVariables()) {
      expect(name).toMatch(/^[A-Z_]+$/);
      expect(description.length).toBeGreaterThan(10);
    }
  });
});

/** operator.md 1 */
describe('readServiceConfig', () => {
  it('requires SECRET_ENCRYPTION_KEY with DATABASE_URL', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/feedback';
    const SECRET_ENCRYPTION_KEY = Buffer.alloc(32).toString('base64');
    expect(problems({ DATABASE_URL }, readServiceConfig)).toEqual([
      'SECRET_ENCRYPTION_KEY must be set when DATABASE_URL is set; create it with: openssl rand -base64 32',
    ]);
    expect(problems({ DATABASE_URL, SECRET_ENCRYPTION_KEY }, readServiceConfig)).toEqual([]);
    expect(problems({}, readServiceConfig)).toEqual([]);
    expect(problems({ DATABASE_URL })).toEqual([]);
  });
});
