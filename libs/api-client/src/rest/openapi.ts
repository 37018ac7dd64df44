/** The types of apps/api/openapi.json. Written by `npm run openapi`, never by hand. */

export interface paths {
  readonly '/feedback': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * List feedback
     * @description The items of your account, newest first unless you ask for another order; those that pass every filter you give. Follow `pagination.next_cursor` (or the `next` link) to walk them all.
     *
     *     For keys with permission `full` or `read`.
     */
    readonly get: operations['listFeedback'];
    readonly put?: never;
    /**
     * Create feedback
     * @description One more item. The same text twice makes two items, unless both requests carry the same `Idempotency-Key`.
     *
     *     For keys with permission `full` or `submit`.
     */
    readonly post: operations['createFeedback'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/feedback/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Read one item
     * @description One item, with its `ETag`.
     *
     *     For keys with permission `full` or `read`.
     */
    readonly get: operations['getFeedback'];
    readonly put?: never;
    readonly post?: never;
    /**
     * Delete feedback
     * @description Removes the item for good. A second time it is not found.
     *
     *     For keys with permission `full`.
     */
    readonly delete: operations['deleteFeedback'];
    readonly options?: never;
    readonly head?: never;
    /**
     * Update feedback
     * @description A JSON Merge Patch (RFC 7396): what it does not name stays as it is. All of it happens, or nothing.
     *
     *     For keys with permission `full`.
     */
    readonly patch: operations['updateFeedback'];
    readonly trace?: never;
  };
  readonly '/feedback/batch': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Update many items
     * @description 1 to 100 updates in one step: all of them happen, or nothing. What a line does not name stays as it is. With `dry_run` nothing is written, whatever `Idempotency-Key` says.
     *
     *     For keys with permission `full`.
     */
    readonly post: operations['updateFeedbackBatch'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/feedback/export': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Export feedback
     * @description All items of your account, or those of the filter, as they were at one moment. The file is streamed: if it fails on the way the connection breaks, and what arrived is not all. One export of an account at a time.
     *
     *     For keys with permission `full` or `read`.
     */
    readonly get: operations['exportFeedback'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/feedback/import': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /**
     * Import feedback
     * @description Up to 100000 rows as NDJSON or CSV, read as they come, a line of at most 262144 bytes. All of them become items at once, or none does: also when the upload breaks. Rows with an `external_id`, and items that were exported, can be sent again and again without a second item. One import of an account at a time. A CSV file that has its line of names and nothing more is a file of 0 rows; an empty file is refused, whatever its type. The same file with the same `Idempotency-Key` is imported once; a dry run takes no notice of the key.
     *
     *     For keys with permission `full`.
     */
    readonly post: operations['importFeedback'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/key': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    /**
     * Who am I
     * @description The API key that is sent, and the account it opens. `RateLimit` says what the key has left; this request counts as any other.
     *
     *     For keys with permission `full` or `read`.
     */
    readonly get: operations['getKey'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Every error has this shape. */
    readonly ErrorResponse: {
      readonly error: {
        /**
         * @description One for each status; a closed set.
         * @enum {string}
         */
        readonly type:
          | 'validation_error'
          | 'authentication_error'
          | 'permission_error'
          | 'not_found_error'
          | 'method_not_allowed_error'
          | 'conflict_error'
          | 'precondition_failed_error'
          | 'payload_too_large_error'
          | 'unsupported_media_type_error'
          | 'idempotency_error'
          | 'rate_limit_error'
          | 'api_error';
        /** @description For people. It never repeats a value that was sent. */
        readonly message: string;
        /** @description What exactly went wrong. New codes may come: treat one you do not know as its `type`. */
        readonly code: string;
        /** @description The field or parameter at fault, when it is one. */
        readonly param?: string;
        /** @description Every fault of the input; the first one is the error itself. */
        readonly details?: readonly {
          /** @description Only of a file: the line at fault. */
          readonly line?: number;
          /** @description The field or parameter at fault. Absent where it is a whole line of a file. */
          readonly param?: string;
          readonly code: string;
          readonly message: string;
        }[];
        /** @description The same as the header `X-Request-Id`. */
        readonly request_id: string;
      };
    };
    /**
     * @description Any status may follow any other.
     * @enum {string}
     */
    readonly FeedbackStatus: 'new' | 'planned' | 'building' | 'shipped' | 'declined';
    readonly Feedback: {
      /**
       * Format: uuid
       * @description UUIDv7, made by the service.
       */
      readonly id: string;
      /** @description One line. */
      readonly title: string;
      /** @description Free text, kept as it was sent. */
      readonly description: string | null;
      /**
       * Format: email
       * @description Who gave the feedback.
       */
      readonly submitter_email: string | null;
      readonly status: components['schemas']['FeedbackStatus'];
      /**
       * @description Where it came from. An open set: more may come.
       * @example api
       * @example form
       * @example widget
       * @example dashboard
       * @example mcp
       * @example import
       */
      readonly source: string;
      /**
       * Format: date-time
       * @description When it was created.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When a value last changed.
       */
      readonly updated_at: string;
    };
    readonly FeedbackAnswer: {
      readonly data: components['schemas']['Feedback'];
    };
    readonly FeedbackPage: {
      readonly data: readonly components['schemas']['Feedback'][];
      readonly pagination: {
        /** @description Items a page holds. */
        readonly limit: number;
        /** @description Null on a page by cursor. */
        readonly offset: number | null;
        /** @description Whether another page follows. */
        readonly has_more: boolean;
        /** @description For the next page; null on the last one. */
        readonly next_cursor: string | null;
        /** @description Items in all; only with `include_total=true`. */
        readonly total?: number;
      };
    };
    readonly NewFeedback: {
      /** @description One line. White space around it is removed before characters (code points) are counted. */
      readonly title: string;
      /** @description Free text, kept as it was sent. */
      readonly description?: string | null;
      /**
       * Format: email
       * @description Who gave the feedback: an address as browsers accept it, with a dot in its domain.
       */
      readonly submitter_email?: string | null;
      /** @description `new` when absent. Not for keys with permission `submit`. */
      readonly status?: components['schemas']['FeedbackStatus'];
    };
    readonly FeedbackChange: {
      /** @description One line. White space around it is removed before characters (code points) are counted. */
      readonly title?: string;
      /** @description Free text, kept as it was sent. Null clears it. */
      readonly description?: string | null;
      readonly status?: components['schemas']['FeedbackStatus'];
    };
    readonly FeedbackBatch: {
      /** @description One line an item. All of them happen, or none. */
      readonly updates: readonly {
        /** @description Id of the item, in no other line. */
        readonly id: string;
        readonly title?: string;
        /** @description Null clears it. */
        readonly description?: string | null;
        readonly status?: components['schemas']['FeedbackStatus'];
      }[];
      /** @description True: nothing is written, and the response shows what would change. `false` when absent. */
      readonly dry_run?: boolean;
    };
    readonly FeedbackBatchAnswer: {
      /** @description The items after the change, in the order of the lines. */
      readonly data: readonly components['schemas']['Feedback'][];
      /**
       * @description Only then: `data` is what would be.
       * @constant
       */
      readonly dry_run?: true;
      /** @description The items that the batch changes, and in which fields, in the order of the lines. */
      readonly changed: readonly {
        /** Format: uuid */
        readonly id: string;
        readonly fields: readonly ('title' | 'description' | 'status')[];
      }[];
    };
    readonly FeedbackExport: {
      readonly data: readonly components['schemas']['Feedback'][];
    };
    /** @description NDJSON: a `Feedback` a line, each ended by a line feed. Without items it is empty. */
    readonly FeedbackLines: string;
    /** @description CSV (RFC 4180): a header, then a row for each item, each ended by CRLF. An empty field is null; in quotes it is an empty text. Where a spreadsheet could read a formula, at the start of a text or after a line break, a tab, `;` or `|` in it, there is an apostrophe, which an import removes. */
    readonly FeedbackTable: string;
    readonly ImportRow: {
      /** @description One line. */
      readonly title: string;
      /** @description Kept as it comes. */
      readonly description?: string | null;
      /**
       * Format: email
       * @description Who gave the feedback.
       */
      readonly submitter_email?: string | null;
      /** @description `new` when absent. */
      readonly status?: components['schemas']['FeedbackStatus'] | null;
      /** @description What the item is called where it comes from, once and for all: a row whose `external_id` the account has already makes no second item. */
      readonly external_id?: string | null;
      /**
       * Format: uuid
       * @description Only of an exported item, together with its `created_at`: the item keeps it.
       */
      readonly id?: string | null;
      /**
       * @description `import` when absent.
       * @enum {string|null}
       */
      readonly source?: 'api' | 'form' | 'widget' | 'dashboard' | 'mcp' | 'import' | null;
      /**
       * Format: date-time
       * @description With its offset (RFC 3339); now when absent.
       */
      readonly created_at?: string | null;
      /**
       * Format: date-time
       * @description Likewise; `created_at` when absent.
       */
      readonly updated_at?: string | null;
    };
    /** @description NDJSON: an `ImportRow` a line. Blank lines are passed over. */
    readonly ImportLines: string;
    /** @description CSV (RFC 4180, commas): the first line has names of fields of `ImportRow`, in any order. An empty field is absent; in quotes it is an empty description. */
    readonly ImportTable: string;
    readonly ImportReport: {
      /**
       * Format: uuid
       * @description Names the items that were created. The account owner can list them in the dashboard, and undo the import there for 24 hours. Null when no item was created.
       */
      readonly import_id: string | null;
      readonly dry_run: boolean;
      /** @description All rows of the file. */
      readonly rows: number;
      /** @description Rows that are new items; in a dry run those that would be. */
      readonly created: number;
      /** @description Rows whose `id` or `external_id` the account has already, or an earlier row has: nothing was changed. */
      readonly existing: number;
      /** @description Those of `existing` whose `id` or `external_id` an earlier row of the file has: the first one counts. */
      readonly repeated: number;
      /** @description Rows that broke a rule and were left out. */
      readonly failed: number;
      /** @description Their first faults, in the order of lines. */
      readonly errors: readonly {
        /** @description Where the row begins. */
        readonly line: number;
        /** @description The field; null when it is the whole line. */
        readonly param: string | null;
        readonly code: string;
        readonly message: string;
      }[];
      /** @description The first of `repeated`, in the order of lines. */
      readonly repeats: readonly {
        /** @description Where the row begins. */
        readonly line: number;
        /** @description Where the first row of this name begins. */
        readonly first_line: number;
      }[];
    };
    readonly ImportAnswer: {
      readonly data: components['schemas']['ImportReport'];
    };
    readonly Key: {
      /** @description As its owner named it. */
      readonly name: string;
      /**
       * @description `read` reads, `full` does everything. Keys with permission `submit` may not ask.
       * @enum {string}
       */
      readonly permission: 'full' | 'read';
      /** @description The key without its secret, as the dashboard shows it. */
      readonly masked: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      readonly created_at: string;
      /**
       * Format: date-time
       * @description When it ends; null when it does not.
       */
      readonly expires_at: string | null;
      readonly account: {
        readonly name: string;
        readonly slug: string;
        /**
         * @description Decides the limits.
         * @enum {string}
         */
        readonly plan: 'free' | 'pro';
      };
      /**
       * Format: uri
       * @description Where end users leave feedback.
       */
      readonly form_url: string;
    };
    readonly KeyAnswer: {
      readonly data: components['schemas']['Key'];
    };
  };
  responses: {
    /** @description No item of this account has this id. */
    readonly FeedbackNotFound: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The item is no longer as `If-Match` expects; nothing was changed. */
    readonly FeedbackChanged: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The address is broken, or it has a query. */
    readonly InvalidItemRequest: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The address is broken, it has a query, or `If-Match` is wrong. */
    readonly InvalidDeletion: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description A query parameter is wrong, repeated or unknown. */
    readonly InvalidListRequest: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The query, the body or `Idempotency-Key` is wrong; nothing was created. */
    readonly InvalidNewFeedback: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body or `If-Match` is wrong; nothing was changed. */
    readonly InvalidFeedbackChange: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The same request is still being done: try again. Or an item of its answer has been deleted since, or the import undone: there is no answer any more, and nothing happens a second time. */
    readonly IdempotencyConflict: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description This `Idempotency-Key` came with a different request before; nothing happened. */
    readonly IdempotencyKeyReused: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Some of the items are not there, `details` says which; nothing was changed. */
    readonly BatchItemsNotFound: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body or `Idempotency-Key` is wrong; nothing was changed. */
    readonly InvalidBatch: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description A query parameter is wrong, repeated or unknown. */
    readonly InvalidExportRequest: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The account has an export under way, or the quota of the key is spent, or the address has presented too many wrong keys. */
    readonly ExportInProgress: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Many accounts export at the moment, or the database cannot be reached. Try again. */
    readonly TooManyExports: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Rows are faulty, or the file is, or `Idempotency-Key` is wrong; nothing was imported. `details` has the first faults, each with its line. After `upload_too_slow` the connection is closed. */
    readonly InvalidImport: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The file is too large; nothing was imported, and the connection is closed. */
    readonly ImportTooLarge: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The file is neither NDJSON nor CSV in UTF-8, or it came encoded. */
    readonly UnsupportedImportType: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The account has an import under way, or the quota of the key is spent, or the address has presented too many wrong keys. */
    readonly ImportInProgress: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Many accounts import at the moment, or the database cannot be reached. Try again. */
    readonly TooManyImports: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The address has a query, or the request is broken. */
    readonly InvalidKeyRequest: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Not understood: a broken address or request. */
    readonly MalformedRequest: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description No API key, or none that opens. */
    readonly Unauthorized: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The key came in clear. */
    readonly HttpsRequired: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The key may not read. */
    readonly ForbiddenToRead: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The key may not submit, not from here, or not with a status or a source. */
    readonly ForbiddenToSubmit: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The key may not change anything. */
    readonly ForbiddenToChange: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Nothing is at this path. */
    readonly UnknownEndpoint: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description Something is at this path, but it does not know this method. */
    readonly MethodNotAllowed: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body is too large; the connection is closed. */
    readonly PayloadTooLarge: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body is no JSON in UTF-8, or it came encoded. */
    readonly UnsupportedMediaType: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The body is no JSON and no JSON Merge Patch in UTF-8, or it came encoded. */
    readonly UnsupportedPatchType: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The quota of the key is spent; this request did not count. Or the address has presented too many wrong keys. */
    readonly TooManyRequests: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The headers are too large; the connection is closed. */
    readonly HeadersTooLarge: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description A fault of the service. Trying again may help. */
    readonly InternalError: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description The database cannot be reached at the moment. Try again. */
    readonly ServiceUnavailable: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['ErrorResponse'];
      };
    };
    /** @description What this path knows, for browsers (a preflight) and people. No key needed. */
    readonly Options: {
      headers: {
        readonly [name: string]: unknown;
      };
      content?: never;
    };
  };
  parameters: {
    /**
     * @description Id of the item; letters in either case.
     * @example 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
     */
    readonly FeedbackId: string;
    /**
     * @description Only items with this status.
     * @example planned
     */
    readonly Status: components['schemas']['FeedbackStatus'];
    /**
     * @description Only items in whose title or description every one of these words occurs, be it as a part of a word; in upper or lower case. White space parts words, all else is taken as it is.
     * @example dark mode
     */
    readonly Q: string;
    /**
     * @description What comes first; a minus means from the end. Items that are equal in it follow by `id`, in the same direction. An item that changes while you walk the pages moves in the orders by last change: it comes once more in `updated_at`, and may be missed in `-updated_at`.
     * @example -updated_at
     */
    readonly Sort: '-created_at' | 'created_at' | '-updated_at' | 'updated_at' | 'title' | '-title';
    /**
     * @description Only items of this address, in upper or lower case.
     * @example ada@example.com
     */
    readonly SubmitterEmail: string;
    /**
     * @description Only items created at this moment or later. RFC 3339 with its offset; write its `+` as `%2B`.
     * @example 2026-03-03T10:00:00Z
     */
    readonly CreatedAfter: string;
    /**
     * @description Only items created before this moment. RFC 3339 with its offset; write its `+` as `%2B`.
     * @example 2026-03-03T10:00:00Z
     */
    readonly CreatedBefore: string;
    /**
     * @description Only items changed at this moment or later, or created then. RFC 3339 with its offset; write its `+` as `%2B`.
     * @example 2026-03-03T10:00:00Z
     */
    readonly UpdatedAfter: string;
    /**
     * @description Items a page holds. Out of bounds is refused, never cut.
     * @example 2
     */
    readonly Limit: number;
    /**
     * @description Items to skip. Not together with `cursor`.
     * @example 0
     */
    readonly Offset: number;
    /**
     * @description Counts all items of the filter, which takes time. Not together with `cursor`.
     * @example true
     */
    readonly IncludeTotal: boolean;
    /**
     * @description `next_cursor` of the page before, with the same filters and the same order: whatever is added or removed meanwhile, no item is skipped or seen twice.
     * @example eyJ2IjoxLCJzIjoiLWNyZWF0ZWRfYXQiLCJrIjpbIjAxOWNiMzIzLWU1MDAtN2MzZC04ZTlmLTBhMWIyYzNkNGU1ZiJdfQdZKNMoXw9-6x42jdIibFtA
     */
    readonly Cursor: string;
    /**
     * @description `mcp` for what an agent sends through the tools of the Model Context Protocol: the `source` of the item is then that, else `api`. Not for keys with permission `submit`.
     * @example mcp
     */
    readonly Source: 'mcp';
    /**
     * @description Makes it safe to send the request again when its answer got lost: with the same key and the same body it happens once, and for 24 hours the first answer comes again, with `Idempotent-Replayed: true`. Best a random UUID: 1 to 255 visible ASCII characters, in quotes or without. Only successes are remembered.
     * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
     */
    readonly IdempotencyKey: string;
    /**
     * @description `ETag` of the item as you read it, in double quotes. If the item has changed since, nothing happens (412).
     * @example "1"
     */
    readonly IfMatch: string;
    /**
     * @description `ETag` of the item as you have it: when it is still so, there is no body (304).
     * @example "1"
     */
    readonly IfNoneMatch: string;
    /**
     * @description CSV is for spreadsheets; for programs NDJSON and JSON, in which no text is altered.
     * @example ndjson
     */
    readonly Format: 'json' | 'ndjson' | 'csv';
    /**
     * @description Only with `format=csv`: begins the file with a byte order mark, which Excel wants.
     * @example true
     */
    readonly ByteOrderMark: boolean;
    /**
     * @description Writes nothing and answers what would be: faulty rows are listed, and the others counted.
     * @example true
     */
    readonly DryRun: boolean;
    /**
     * @description Leaves faulty rows out. Otherwise one of them is enough, and nothing is imported.
     * @example true
     */
    readonly SkipInvalid: boolean;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly listFeedback: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Only items with this status.
         * @example planned
         */
        readonly status?: components['parameters']['Status'];
        /**
         * @description Only items in whose title or description every one of these words occurs, be it as a part of a word; in upper or lower case. White space parts words, all else is taken as it is.
         * @example dark mode
         */
        readonly q?: components['parameters']['Q'];
        /**
         * @description What comes first; a minus means from the end. Items that are equal in it follow by `id`, in the same direction. An item that changes while you walk the pages moves in the orders by last change: it comes once more in `updated_at`, and may be missed in `-updated_at`.
         * @example -updated_at
         */
        readonly sort?: components['parameters']['Sort'];
        /**
         * @description Only items of this address, in upper or lower case.
         * @example ada@example.com
         */
        readonly submitter_email?: components['parameters']['SubmitterEmail'];
        /**
         * @description Only items created at this moment or later. RFC 3339 with its offset; write its `+` as `%2B`.
         * @example 2026-03-03T10:00:00Z
         */
        readonly created_after?: components['parameters']['CreatedAfter'];
        /**
         * @description Only items created before this moment. RFC 3339 with its offset; write its `+` as `%2B`.
         * @example 2026-03-03T10:00:00Z
         */
        readonly created_before?: components['parameters']['CreatedBefore'];
        /**
         * @description Only items changed at this moment or later, or created then. RFC 3339 with its offset; write its `+` as `%2B`.
         * @example 2026-03-03T10:00:00Z
         */
        readonly updated_after?: components['parameters']['UpdatedAfter'];
        /**
         * @description Items a page holds. Out of bounds is refused, never cut.
         * @example 2
         */
        readonly limit?: components['parameters']['Limit'];
        /**
         * @description Items to skip. Not together with `cursor`.
         * @example 0
         */
        readonly offset?: components['parameters']['Offset'];
        /**
         * @description Counts all items of the filter, which takes time. Not together with `cursor`.
         * @example true
         */
        readonly include_total?: components['parameters']['IncludeTotal'];
        /**
         * @description `next_cursor` of the page before, with the same filters and the same order: whatever is added or removed meanwhile, no item is skipped or seen twice.
         * @example eyJ2IjoxLCJzIjoiLWNyZWF0ZWRfYXQiLCJrIjpbIjAxOWNiMzIzLWU1MDAtN2MzZC04ZTlmLTBhMWIyYzNkNGU1ZiJdfQdZKNMoXw9-6x42jdIibFtA
         */
        readonly cursor?: components['parameters']['Cursor'];
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description A page of items. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FeedbackPage'];
        };
      };
      readonly 400: components['responses']['InvalidListRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToRead'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
  readonly createFeedback: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description `mcp` for what an agent sends through the tools of the Model Context Protocol: the `source` of the item is then that, else `api`. Not for keys with permission `submit`.
         * @example mcp
         */
        readonly source?: components['parameters']['Source'];
      };
      readonly header?: {
        /**
         * @description Makes it safe to send the request again when its answer got lost: with the same key and the same body it happens once, and for 24 hours the first answer comes again, with `Idempotent-Replayed: true`. Best a random UUID: 1 to 255 visible ASCII characters, in quotes or without. Only successes are remembered.
         * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
         */
        readonly 'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description At most 262144 bytes. */
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewFeedback'];
      };
    };
    readonly responses: {
      /** @description The new item. */
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FeedbackAnswer'];
        };
      };
      readonly 400: components['responses']['InvalidNewFeedback'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToSubmit'];
      readonly 409: components['responses']['IdempotencyConflict'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 415: components['responses']['UnsupportedMediaType'];
      readonly 422: components['responses']['IdempotencyKeyReused'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
  readonly getFeedback: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description `ETag` of the item as you have it: when it is still so, there is no body (304).
         * @example "1"
         */
        readonly 'If-None-Match'?: components['parameters']['IfNoneMatch'];
      };
      readonly path: {
        /**
         * @description Id of the item; letters in either case.
         * @example 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
         */
        readonly id: components['parameters']['FeedbackId'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The item. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FeedbackAnswer'];
        };
      };
      /** @description Still as `If-None-Match` says; no body. */
      readonly 304: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['InvalidItemRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToRead'];
      readonly 404: components['responses']['FeedbackNotFound'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
  readonly deleteFeedback: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description `ETag` of the item as you read it, in double quotes. If the item has changed since, nothing happens (412).
         * @example "1"
         */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
      };
      readonly path: {
        /**
         * @description Id of the item; letters in either case.
         * @example 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
         */
        readonly id: components['parameters']['FeedbackId'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The item is gone. */
      readonly 204: {
        headers: {
          readonly [name: string]: unknown;
        };
        content?: never;
      };
      readonly 400: components['responses']['InvalidDeletion'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToChange'];
      readonly 404: components['responses']['FeedbackNotFound'];
      readonly 412: components['responses']['FeedbackChanged'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
  readonly updateFeedback: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description `ETag` of the item as you read it, in double quotes. If the item has changed since, nothing happens (412).
         * @example "1"
         */
        readonly 'If-Match'?: components['parameters']['IfMatch'];
      };
      readonly path: {
        /**
         * @description Id of the item; letters in either case.
         * @example 019cb323-e500-7c3d-8e9f-0a1b2c3d4e5f
         */
        readonly id: components['parameters']['FeedbackId'];
      };
      readonly cookie?: never;
    };
    /** @description At most 262144 bytes. */
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['FeedbackChange'];
        readonly 'application/merge-patch+json': components['schemas']['FeedbackChange'];
      };
    };
    readonly responses: {
      /** @description The item after the change. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FeedbackAnswer'];
        };
      };
      readonly 400: components['responses']['InvalidFeedbackChange'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToChange'];
      readonly 404: components['responses']['FeedbackNotFound'];
      readonly 412: components['responses']['FeedbackChanged'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 415: components['responses']['UnsupportedPatchType'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
  readonly updateFeedbackBatch: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the request again when its answer got lost: with the same key and the same body it happens once, and for 24 hours the first answer comes again, with `Idempotent-Replayed: true`. Best a random UUID: 1 to 255 visible ASCII characters, in quotes or without. Only successes are remembered.
         * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
         */
        readonly 'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description At most 1048576 bytes. */
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['FeedbackBatch'];
      };
    };
    readonly responses: {
      /** @description The items after the change, and what it changed. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FeedbackBatchAnswer'];
        };
      };
      readonly 400: components['responses']['InvalidBatch'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToChange'];
      readonly 404: components['responses']['BatchItemsNotFound'];
      readonly 409: components['responses']['IdempotencyConflict'];
      readonly 413: components['responses']['PayloadTooLarge'];
      readonly 415: components['responses']['UnsupportedMediaType'];
      readonly 422: components['responses']['IdempotencyKeyReused'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
  readonly exportFeedback: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description CSV is for spreadsheets; for programs NDJSON and JSON, in which no text is altered.
         * @example ndjson
         */
        readonly format?: components['parameters']['Format'];
        /**
         * @description Only with `format=csv`: begins the file with a byte order mark, which Excel wants.
         * @example true
         */
        readonly bom?: components['parameters']['ByteOrderMark'];
        /**
         * @description Only items with this status.
         * @example planned
         */
        readonly status?: components['parameters']['Status'];
        /**
         * @description Only items in whose title or description every one of these words occurs, be it as a part of a word; in upper or lower case. White space parts words, all else is taken as it is.
         * @example dark mode
         */
        readonly q?: components['parameters']['Q'];
        /**
         * @description What comes first; a minus means from the end. Items that are equal in it follow by `id`, in the same direction. An item that changes while you walk the pages moves in the orders by last change: it comes once more in `updated_at`, and may be missed in `-updated_at`.
         * @example -updated_at
         */
        readonly sort?: components['parameters']['Sort'];
        /**
         * @description Only items of this address, in upper or lower case.
         * @example ada@example.com
         */
        readonly submitter_email?: components['parameters']['SubmitterEmail'];
        /**
         * @description Only items created at this moment or later. RFC 3339 with its offset; write its `+` as `%2B`.
         * @example 2026-03-03T10:00:00Z
         */
        readonly created_after?: components['parameters']['CreatedAfter'];
        /**
         * @description Only items created before this moment. RFC 3339 with its offset; write its `+` as `%2B`.
         * @example 2026-03-03T10:00:00Z
         */
        readonly created_before?: components['parameters']['CreatedBefore'];
        /**
         * @description Only items changed at this moment or later, or created then. RFC 3339 with its offset; write its `+` as `%2B`.
         * @example 2026-03-03T10:00:00Z
         */
        readonly updated_after?: components['parameters']['UpdatedAfter'];
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The file. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['FeedbackExport'];
          readonly 'application/x-ndjson': components['schemas']['FeedbackLines'];
          readonly 'text/csv': components['schemas']['FeedbackTable'];
        };
      };
      readonly 400: components['responses']['InvalidExportRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToRead'];
      readonly 429: components['responses']['ExportInProgress'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['TooManyExports'];
    };
  };
  readonly importFeedback: {
    readonly parameters: {
      readonly query?: {
        /**
         * @description Writes nothing and answers what would be: faulty rows are listed, and the others counted.
         * @example true
         */
        readonly dry_run?: components['parameters']['DryRun'];
        /**
         * @description Leaves faulty rows out. Otherwise one of them is enough, and nothing is imported.
         * @example true
         */
        readonly skip_invalid?: components['parameters']['SkipInvalid'];
      };
      readonly header?: {
        /**
         * @description Makes it safe to send the request again when its answer got lost: with the same key and the same body it happens once, and for 24 hours the first answer comes again, with `Idempotent-Replayed: true`. Best a random UUID: 1 to 255 visible ASCII characters, in quotes or without. Only successes are remembered.
         * @example "8e03978e-40d5-43e8-bc93-6894a57f9324"
         */
        readonly 'Idempotency-Key'?: components['parameters']['IdempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    /** @description At most 134217728 bytes. */
    readonly requestBody: {
      readonly content: {
        readonly 'text/csv': components['schemas']['ImportTable'];
        readonly 'application/x-ndjson': components['schemas']['ImportLines'];
      };
    };
    readonly responses: {
      /** @description What was imported, or would be. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ImportAnswer'];
        };
      };
      readonly 400: components['responses']['InvalidImport'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToChange'];
      readonly 409: components['responses']['IdempotencyConflict'];
      readonly 413: components['responses']['ImportTooLarge'];
      readonly 415: components['responses']['UnsupportedImportType'];
      readonly 422: components['responses']['IdempotencyKeyReused'];
      readonly 429: components['responses']['ImportInProgress'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['TooManyImports'];
    };
  };
  readonly getKey: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The key. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['KeyAnswer'];
        };
      };
      readonly 400: components['responses']['InvalidKeyRequest'];
      readonly 401: components['responses']['Unauthorized'];
      readonly 403: components['responses']['ForbiddenToRead'];
      readonly 429: components['responses']['TooManyRequests'];
      readonly 431: components['responses']['HeadersTooLarge'];
      readonly 500: components['responses']['InternalError'];
      readonly 503: components['responses']['ServiceUnavailable'];
    };
  };
}
