import { createFeedbackClient, type ClientOptions, type FeedbackClient } from '@libs/api-client';
import type { Context } from './context';
import type { GlobalOptions } from './global-options';
import { retryNotice } from './retry-notice';
import { credentialsOf, readSettings, type Credentials } from './settings';
import { USER_AGENT } from './version';

/** What every command is given. Flags that all commands share are in `options`, wherever they stood. */
export interface Cli {
  readonly context: Context;
  /** Known once the command line has been read: ask inside of an action. */
  readonly options: GlobalOptions;
  /**
   * A client with the key and the address that are set up; its waits are told on standard error, unless `onRetry` is
   * given, which then does that (see `retryNotice`).
   * @throws CliError when there is no key, or no address
   */
  client(options?: Pick<ClientOptions, 'onRetry' | 'retries' | 'maxWaitMs'>): FeedbackClient;
  /**
   * Where the service is, without `/api/v1` and without a slash at the end.
   * @throws CliError when nothing says so
   */
  address(): string;
  /** Key and address, and where each comes from. */
  credentials(): Credentials;
}

export class CommandLine implements Cli {
  options: GlobalOptions = { json: false, quiet: false, maxWaitSeconds: 300 };
  #credentials: Credentials | undefined;

  constructor(readonly context: Context) {}

  client(options: Pick<ClientOptions, 'onRetry' | 'retries' | 'maxWaitMs'> = {}): FeedbackClient {
    const { apiKey, url } = this.credentials();
    const { signal, fetch, stderr } = this.context;
    const tell: ClientOptions['onRetry'] = (notice) => {
      if (!this.options.quiet) stderr.write(`${retryNotice(notice)}\n`);
    };
    return createFeedbackClient({
      baseUrl: url.value,
      apiKey: apiKey.value,
      userAgent: USER_AGENT,
      maxWaitMs: this.options.maxWaitSeconds * 1000,
      onRetry: tell,
      signal,
      fetch,
      ...options,
    });
  }

  address(): string {
    return this.credentials().url.value;
  }

  credentials(): Credentials {
    this.#credentials ??= credentialsOf(readSettings(this.context.env), this.context.env, this.options.url);
    return this.#credentials;
  }
}
