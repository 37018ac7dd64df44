import { createFeedbackClient, type ClientOptions, type FeedbackClient } from '@libs/api-client';
import type { Context } from './context';
import { DEFAULTS, type GlobalOptions } from './options/global-options';
import { retryText } from './output/retry-text';
import { resolveServiceUrl, resolveCredentials, type Credentials, type Setting } from './settings/settings';
import { readSettings, type StoredSettings } from './settings/settings-file';
import { USER_AGENT } from './version';

type ClientOverrides = Pick<ClientOptions, 'onRetry' | 'retries' | 'maxWaitMs'>;

/** What every command is given. */
export interface Cli {
  readonly context: Context;
  /** Flags that all commands share, wherever they stood. Known once the command line has been read: in an action. */
  readonly options: GlobalOptions;
  /**
   * A client with the key and the address that are set up. Its waits are told on standard error, unless `onRetry` is
   * given, which then does that (see `retryText`).
   * @throws CliError when there is no key, or no address
   */
  client(overrides?: ClientOverrides): FeedbackClient;
  /**
   * Where the service is, without `/api/v1` and without a slash at the end. Needs no key.
   * @throws CliError when nothing says so
   */
  serviceUrl(): string;
  /**
   * Both, and where each comes from.
   * @throws CliError as `client` does
   */
  credentials(): Credentials;
  /** A client for what is not set up yet. */
  createClient(credentials: { readonly url: string; readonly apiKey: string }): FeedbackClient;
  /** Says something to a person, in a line of its own; nothing with `--quiet`. */
  print(line: string): void;
}

export class CommandLine implements Cli {
  options: GlobalOptions = DEFAULTS;
  /** Flags that were given to the command, as in `--limit`. Known as `options` are. */
  flags: readonly string[] = [];
  /** The address that was last talked to, for messages. */
  lastUrl: string | undefined;
  /** Where the key came from that was sent there; undefined for one that is tried before it is stored. */
  keySource: string | undefined;
  /** Undefined until it is looked for. */
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
    // A file nobody needs is not looked at: it may be broken.
    const hasBothInEnv = env['FEEDBACK_API_KEY']?.trim() && (this.options.url ?? env['FEEDBACK_URL']?.trim());
    return resolveCredentials(hasBothInEnv ? null : this.#storedSettings(), env, this.options.url);
  }

  print(line: string): void {
    if (!this.options.quiet) this.context.stderr.write(`${line}\n`);
  }

  #serviceUrlSetting(): Setting {
    const { env } = this.context;
    const isGiven = this.options.url ?? env['FEEDBACK_URL']?.trim();
    return resolveServiceUrl(isGiven ? null : this.#storedSettings(), env, this.options.url);
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
