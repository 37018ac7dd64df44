import { createFeedbackClient, type ClientOptions, type FeedbackClient } from '@libs/api-client';
import type { Context } from './context';
import { DEFAULTS, type GlobalOptions } from './options/global-options';
import { retryNotice } from './output/retry-notice';
import { addressSetting, credentialsOf, type Credentials, type Setting } from './settings/settings';
import { readSettings, type StoredSettings } from './settings/settings-file';
import { USER_AGENT } from './version';

export type ClientChoices = Pick<ClientOptions, 'onRetry' | 'retries' | 'maxWaitMs'>;

/** What every command is given. */
export interface Cli {
  readonly context: Context;
  /** Flags that all commands share, wherever they stood. Known once the command line has been read: in an action. */
  readonly options: GlobalOptions;
  /**
   * A client with the key and the address that are set up. Its waits are told on standard error, unless `onRetry` is
   * given, which then does that (see `retryNotice`).
   * @throws CliError when there is no key, or no address
   */
  client(choices?: ClientChoices): FeedbackClient;
  /**
   * Where the service is, without `/api/v1` and without a slash at the end. Needs no key.
   * @throws CliError when nothing says so
   */
  address(): string;
  /**
   * Both, and where each comes from.
   * @throws CliError as `client` does
   */
  credentials(): Credentials;
  /** A client for what is not set up yet. */
  clientOf(credentials: { readonly url: string; readonly apiKey: string }): FeedbackClient;
  /** Says something to a person, in a line of its own; nothing with `--quiet`. */
  say(line: string): void;
}

export class CommandLine implements Cli {
  options: GlobalOptions = DEFAULTS;
  /** Flags that were given to the command, as in `--limit`. Known as `options` are. */
  flags: readonly string[] = [];
  /** The address that was last talked to, for messages. */
  asked: string | undefined;
  /** Where the key came from that was sent there; undefined for one that is tried before it is stored. */
  keyFrom: string | undefined;
  /** Undefined until it is looked for. */
  #stored: StoredSettings | null | undefined;

  constructor(readonly context: Context) {}

  client(choices: ClientChoices = {}): FeedbackClient {
    const { url, apiKey } = this.credentials();
    this.keyFrom = apiKey.from;
    return this.clientOf({ url: url.value, apiKey: apiKey.value }, choices);
  }

  clientOf({ url, apiKey }: { url: string; apiKey: string }, choices: ClientChoices = {}): FeedbackClient {
    const { signal, fetch } = this.context;
    this.asked = url;
    return createFeedbackClient({
      baseUrl: url,
      apiKey,
      userAgent: USER_AGENT,
      maxWaitMs: this.options.maxWaitSeconds * 1000,
      retries: this.options.retries,
      onRetry: (notice) => this.say(retryNotice(notice)),
      signal,
      fetch,
      ...choices,
    });
  }

  address(): string {
    return this.#addressSetting().value;
  }

  credentials(): Credentials {
    const { env } = this.context;
    // A file nobody needs is not looked at: it may be broken.
    const isWhole = env['FEEDBACK_API_KEY']?.trim() && (this.options.url ?? env['FEEDBACK_URL']?.trim());
    return credentialsOf(isWhole ? null : this.#settings(), env, this.options.url);
  }

  say(line: string): void {
    if (!this.options.quiet) this.context.stderr.write(`${line}\n`);
  }

  #addressSetting(): Setting {
    const { env } = this.context;
    const isGiven = this.options.url ?? env['FEEDBACK_URL']?.trim();
    return addressSetting(isGiven ? null : this.#settings(), env, this.options.url);
  }

  #settings(): StoredSettings | null {
    if (this.#stored === undefined) {
      this.#stored = readSettings(this.context.env);
      if (this.#stored?.wasOpen)
        this.say(`Warning: others could read ${this.#stored.path}. Now they cannot; think of another key.`);
    }
    return this.#stored;
  }
}
