import { describeVariables } from '../config';
import { unknownVariables } from './unknown-variables';

const known = describeVariables().map(({ name }) => name);
const warnings = (...names: string[]) =>
  unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])), known);

describe('unknownVariables', () => {
  it.each([
    ['RATELIMIT_STORE', 'RATE_LIMIT_STORE'],
    ['RATE_LIMITS_STORE', 'RATE_LIMIT_STORE'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['SIGNUP', 'SIGN_UP'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
  ])('suggests for %s the variable %s', (name, suggestion) => {
    expect(warnings(name)).toEqual([
      `${name} is not a variable of this service: did you mean ${suggestion}?`,
    ]);
  });

  it.each(['RATE_LIMIT_DAY_FREE', 'CORS_ALLOWED_HEADERS', 'DATABASE_POOL_MAX'])(
    'reports %s, which starts like a known variable',
    (name) => {
      expect(warnings(name)).toEqual([`${name} is not a variable of this service`]);
    },
  );

  it('ignores known variables, empty variables, and a misspelled one if the correct one is set', () => {
    expect(warnings(...known)).toEqual([]);
    expect(unknownVariables({ RATELIMIT_STORE: '' }, known)).toEqual([]);
    expect(warnings('DATABASE_URI', 'DATABASE_URL')).toEqual([]);
  });

  it('ignores variables of shells, npm, Kubernetes, hosts, and other programs', () => {
    const others = `
      PATH HOME HOSTNAME HOSTTYPE PWD OLDPWD USER LOGNAME SHELL SHLVL LANG LC_ALL TERM TZ TMPDIR EDITOR MAIL DISPLAY
      SSH_AUTH_SOCK XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR NODE_OPTIONS NODE_PATH NODE_VERSION YARN_VERSION
      NODE_EXTRA_CA_CERTS NO_COLOR FORCE_COLOR DEBUG CI npm_config_user_agent npm_lifecycle_event npm_package_name
      npm_execpath npm_node_execpath INIT_CWD COLORTERM PORTS PORT_HTTP HTTP_PORT HTTPS_PORT LOGLEVEL LOG_FORMAT
      LOG_LEVELS DATADIR PGDATA PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE DATABASE_HOST DATABASE_PORT
      DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DATABASE_SERVICE_HOST DATABASE_PORT_5432_TCP
      DATABASE_PRIVATE_URL DATABASE_PUBLIC_URL POSTGRES_URL POSTGRES_PASSWORD REDIS_URL
      KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR FEEDBACK_PORT FEEDBACK_SERVICE_HOST FEEDBACK_URL
      FEEDBACK_KEY FORM_SERVICE_HOST FORM_PORT FORM_PORT_80_TCP HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy
      DYNO HEROKU_APP_NAME RAILWAY_ENVIRONMENT RENDER_EXTERNAL_URL FLY_APP_NAME WEBSITE_HOSTNAME
      INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET PM2_HOME NX_TUI NX_DAEMON VITE_API_URL
      AWS_REGION GOOGLE_APPLICATION_CREDENTIALS SENTRY_DSN APP_URL BASE_URL SITE_URL PUBLIC_KEY
      OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG OTEL_SDK_DISABLED
      OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_BSP_SCHEDULE_DELAY
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_EXPORTER_OTLP_CERTIFICATE
    `
      .trim()
      .split(/\s+/);
    expect(warnings(...others)).toEqual([]);
  });
});
