import type { FeedbackJson, Status } from '@libs/feedback';

/** Which items and how many; `q`, `sort` and `limit` as in API.md 1.8 and 3.3. */
export interface ListArguments {
  readonly status?: Status;
  readonly q?: string;
  readonly sort?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

export interface CreateArguments {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
  readonly idempotency_key?: string;
}

/** What is absent stays as it is; `description: null` clears it. */
export interface UpdateArguments {
  readonly id: string;
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: Status;
}

export interface FeedbackListing {
  readonly items: readonly FeedbackJson[];
  readonly next_cursor: string | null;
}

/**
 * Where the tools of API.md 3.6 work: in the service on use cases, in the command line tool over REST. It knows whose
 * key is used. What is asked has been held against the tools' schemas before.
 * Every method throws `ToolFailure` for what the one who asked can do something about.
 */
export interface FeedbackTools {
  list(query: ListArguments): Promise<FeedbackListing>;
  get(id: string): Promise<FeedbackJson>;
  create(item: CreateArguments): Promise<FeedbackJson>;
  update(update: UpdateArguments): Promise<FeedbackJson>;
  /** All of them or none, in the order asked. */
  updateAll(updates: readonly UpdateArguments[]): Promise<readonly FeedbackJson[]>;
  delete(id: string): Promise<void>;
}

/** A refusal that a model can act on, in the words of the API's errors (API.md 1.4). */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';

  /**
   * @param type `error.type` of the API
   * @param details further faults of the same input, a sentence each
   */
  constructor(
    readonly type: string,
    message: string,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}
