import { createFeedbackClient, type ClientOptions, type FeedbackClient } from '@libs/api-client';
import type { Context } from './context';
import { DEFAULTS, type GlobalOptions } from './options/global-options';
import { retryText } from './output/retry-text';
import { resolveServiceUrl, resolveCredentials, type Credentials, type Setting } from './settings/settings';
import { readSettings, type StoredSettings } from './settings/settings-file';
import { USER_AGENT } from './version';

type ClientOverrides = Pick<ClientOptions, 'onRetry' | 'retries' | 'maxWaitMs'>;

/** What a command uses: its flags, the settings, and API clients. */
export interface Cli {
  readonly context: Context;
  /** Flags of every command. Set after the command line is parsed, so valid only in an action. */
  readonly options: GlobalOptions;
  /**
   * Returns a client for the configured key and URL. Logs each retry on standard error unless `onRetry` is given.
   * @throws CliError if no key or no URL is configured
   */
  client(overrides?: ClientOverrides): FeedbackClient;
  /**
   * The service URL, without `/api/v1` and a trailing slash. Needs no key.
   * @throws CliError if no URL is configured
   */
  serviceUrl(): string;
  /**
   * The URL and the key, each with its source.
   * @throws CliError as `client` does
   */
  credentials(): Credentials;
  /** Returns a client for credentials that are not stored yet. */
  createClient(credentials: { readonly url: string; readonly apiKey: string }): FeedbackClient;
  /** Prints a line on standard error; nothing with `--quiet`. */
  print(line: string): void;
}

export class CommandLine implements Cli {
  options: GlobalOptions = DEFAULTS;
  /** Long names of the flags of the command, such as `--limit`. Set at the same time as `options`. */
  flags: readonly string[] = [];
  /** The URL of the most recent client, for error messages. */
  lastUrl: string | undefined;
  /** The source of the key; undefined for a key that `login` checks before storing it. */
  keySource: string | undefined;
  /** Undefined until the file is read. */
  #settings: StoredSettings | null | undefined;

  constructor(readonly context: Context) {}

  client(overrides: ClientOverrides = {}): FeedbackClient {
    const { url, apiKey } = this.credentials();
    this.keySource = apiKey.from;
    return this.createClient({ url: url.value, apiKey: apiKey.value }, overrides);
  }

  createClient(
    { url, apiKey }: { url: string; apiKey: string },
    overrides: ClientOverrides = {},
  ): FeedbackClient {
    const { signal, fetch } = this.context;
    this.lastUrl = url;
    return createFeedbackClient({
      baseUrl: url,
      apiKey,
      userAgent: USER_AGENT,
      maxWaitMs: this.options.maxWaitSeconds * 1000,
      retries: this.options.retries,
      onRetry: (notice) => this.print(retryText(notice)),
      signal,
      fetch,
      ...overrides,
    });
  }

  serviceUrl(): string {
    return this.#serviceUrlSetting().value;
  }

  credentials(): Credentials {
    const { env } = this.context;
    // Don't read a file that isn't needed: it may be invalid.
    const hasBothInEnv = env['FEEDBACK_API_KEY']?.trim() && (this.options.url ?? env['FEEDBACK_URL']?.trim());
    return resolveCredentials(hasBothInEnv ? null : this.#storedSettings(), env, this.options.url);
  }

  print(line: string): void {
    if (!this.options.quiet) this.context.stderr.write(`${line}\n`);
  }

  #serviceUrlSetting(): Setting {
    const { env } = this.context;
    const isConfigured = this.options.url ?? env['FEEDBACK_URL']?.trim();
    return resolveServiceUrl(isConfigured ? null : this.#storedSettings(), env, this.options.url);
  }

  #storedSettings(): StoredSettings | null {
    if (this.#settings === undefined) {
      this.#settings = readSettings(this.context.env);
      if (this.#settings?.wasReadableByOthers)
        this.print(
          `Warning: other users could read ${this.#settings.path}. Now only you can. Consider replacing the key.`,
        );
    }
    return this.#settings;
  }
}
