/**
 * What travels between the dashboard and `/app/api/*` (dashboard.md 1): every body as the API sends it and the
 * dashboard reads it, so that a change on one side does not compile on the other. Success is `{"data": …}`, failure
 * `{"error": …}`; times are RFC 3339 in UTC.
 */

export interface Data<T> {
  readonly data: T;
}

/** A page of a list that is read by cursor. */
export interface ListPage<T> {
  readonly data: readonly T[];
  readonly pagination: {
    readonly limit: number;
    readonly has_more: boolean;
    /** Null on the last page. */
    readonly next_cursor: string | null;
  };
}

export interface ErrorBody {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly details?: readonly { readonly param: string; readonly code: string; readonly message: string }[];
    readonly request_id: string;
  };
}

export type Status = 'new' | 'planned' | 'building' | 'shipped' | 'declined';
export type Plan = 'free' | 'pro';
export type Permission = 'full' | 'read' | 'submit';

// ---- who is there ----

/** `GET sign-up`: what a visitor without a session is greeted with. */
export interface SignUpState {
  /** Whether anybody may make an account here (`SIGN_UP`). */
  readonly open: boolean;
  /** Nobody has an account yet: a new installation. */
  readonly empty: boolean;
}

/** `GET sign-up/slug?name=Acme`: a legal slug nobody has, made from the name. */
export interface SuggestedSlug {
  readonly slug: string;
}

/** `POST sign-up`; answers 201 with a `SessionInfo` and the session's cookie. */
export interface SignUpBody {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Suggested from the name when not given. */
  readonly slug?: string;
}

/** `POST session`: signs in; answers 200 with a `SessionInfo` and the session's cookie. */
export interface SignInBody {
  readonly email: string;
  readonly password: string;
}

/** `GET session`: who am I. */
export interface SessionInfo {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly slug: string;
    readonly plan: Plan;
    readonly created_at: string;
  };
  readonly owner: { readonly id: string; readonly email: string };
  /** Requests per key of this account's plan; null where the policy is off. */
  readonly limits: { readonly hour: number | null; readonly minute: number | null };
  /** `PUBLIC_URL`; the form is at `<base_url>/f/<slug>`, the API at `<base_url>/api/v1`. */
  readonly base_url: string;
}

/** `GET first-steps`: each is true once it has really happened. */
export interface FirstSteps {
  /** Somebody has sent feedback through the form. */
  readonly form_used: boolean;
  readonly key_created: boolean;
  /** A key has called the API. */
  readonly key_used: boolean;
}

/** `GET sessions`: where this owner is signed in. `DELETE sessions/:id` ends one, `DELETE sessions` all others. */
export interface SessionEntry {
  readonly id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** As the browser named itself, cut to 300 characters. */
  readonly user_agent: string | null;
}

/** `POST session/reauthenticate`: the password again; 200 with `SessionInfo` and a new cookie, good for 5 minutes. */
export interface ReauthenticateBody {
  readonly password: string;
}

/** `GET account`, and what `PATCH account` answers. */
export interface AccountSettings {
  readonly name: string;
  readonly email: string;
  readonly slug: string;
  readonly plan: Plan;
}

/** `PATCH account`; a new `email` needs a recent reauthentication (403 `reauthentication_required`). */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string;
}

/** `POST account/password`; needs a recent reauthentication, ends all other sessions, answers 200 `SessionInfo`. */
export interface NewPasswordBody {
  readonly password: string;
}

// `DELETE account` (recent reauthentication, 204) and `GET account/export` (a JSON file, streamed) have no body.

// ---- keys ----

export interface KeyWindow {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends; all of it while none is running. */
  readonly reset_seconds: number;
}

/** An entry of `GET keys`; newest first, ended keys too. */
export interface KeyEntry {
  readonly id: string;
  readonly name: string;
  readonly permission: Permission;
  readonly allowed_origins: readonly string[];
  /** `fb_live_…cjrI`. */
  readonly masked: string;
  readonly state: 'active' | 'expired' | 'revoked';
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  /** What an active key has left; null where the policy is off or the key has ended. */
  readonly budget: { readonly hour: KeyWindow | null; readonly minute: KeyWindow | null };
}

/** `POST keys` and `POST keys/:id/rotate` answer 201 with the entry and, this once, the secret. */
export interface IssuedKey extends KeyEntry {
  readonly secret: string;
}

export interface NewKeyBody {
  readonly name: string;
  readonly permission: Permission;
  /** Only for `submit`. */
  readonly allowed_origins?: readonly string[];
  /** Null or absent: never. */
  readonly expires_in_days?: 30 | 90 | 365 | null;
}

/** How long the old key goes on working, in seconds: at once, an hour, a day, a week. */
export type Overlap = 0 | 3600 | 86400 | 604800;

export interface RotateKeyBody {
  readonly overlap_seconds: Overlap;
}

// `DELETE keys/:id` revokes: 204.

// ---- the form ----

/** Whether the form asks for the submitter's address. */
export type EmailField = 'hidden' | 'optional' | 'required';

/** `GET form`, and what `PATCH form` answers. */
export interface FormSettings {
  readonly slug: string;
  readonly open: boolean;
  /** Null: the form's own words, made from the account's name. */
  readonly heading: string | null;
  readonly introduction: string | null;
  readonly thanks: string | null;
  /** `#rrggbb`, lower case; null: the product's own. */
  readonly accent: string | null;
  readonly email_field: EmailField;
  /** Where it stands: `<base_url>/f/<slug>`. */
  readonly url: string;
  /** The slugs it had before, newest first: links and widgets with them keep working. */
  readonly aliases: readonly string[];
}

/** `PATCH form`: what is absent stays; null goes back to the product's own words. */
export type FormChange = Partial<Omit<FormSettings, 'url' | 'aliases'>>;

// ---- feedback ----

/** An item as the owner sees it: the API's eight members and its version, for `If-Match: "<version>"`. */
export interface Item {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly status: Status;
  readonly source: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
}

export type Sort = '-created_at' | 'created_at' | '-updated_at' | 'updated_at' | 'title' | '-title';

/** Parameters of `GET feedback`; answers `ListPage<Item>`. */
export interface ItemQuery {
  readonly status?: Status;
  readonly source?: string;
  /** 1 to 200 code points; every word must occur in title, description or the submitter's address. */
  readonly q?: string;
  readonly sort?: Sort;
  readonly submitter_email?: string;
  /** RFC 3339 with offset; `after` is inclusive, `before` is not. */
  readonly created_after?: string;
  readonly created_before?: string;
  readonly updated_after?: string;
  /** Only what this import created. */
  readonly import?: string;
  /** 1 to 100, default 20. */
  readonly limit?: number;
  readonly cursor?: string;
}

// `GET feedback/export?format=json|ndjson|csv&bom=true` and the filters and sort of `ItemQuery`: a download, byte for
// byte what the public export answers (export.md 2). 429 `export_in_progress` with `Retry-After`.

/**
 * One line of `POST feedback/import?dry_run=&skip_invalid=` (`application/x-ndjson`, or `text/csv` with these names in
 * its first line; at most 100,000 rows and 128 MiB).
 */
export interface ImportRow {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
  /** Where it was called so before: the same row imported again makes no twin. 1 to 255 characters. */
  readonly external_id?: string | null;
  /** Of an item this service exported: kept, and no twin is made of one that is there. */
  readonly id?: string | null;
  readonly source?: string | null;
  /** RFC 3339 with offset; now when not given. */
  readonly created_at?: string | null;
  readonly updated_at?: string | null;
}

/**
 * What an import did, or would do (`dry_run`, which leaves faulty rows out of what it counts). `rows` is the sum of
 * `created`, `existing` and `failed`, unless faults refused the import: then only `failed` is counted.
 */
export interface ImportReport {
  /** For `ItemQuery.import` and `imports/:id`; null when no item was created. */
  readonly import_id: string | null;
  readonly dry_run: boolean;
  readonly rows: number;
  readonly created: number;
  /** Rows whose `external_id` or `id` the account already has, or an earlier row of the same file had: left alone. */
  readonly existing: number;
  /** Those of `existing` whose `external_id` or `id` an earlier row of the same file had. */
  readonly repeated: number;
  /** Rows that broke a rule, and were left out. */
  readonly failed: number;
  /** The first 1,000 faults, in the order of lines. */
  readonly errors: readonly ImportFault[];
  /** The first 1,000 of `repeated`, in the order of lines. */
  readonly repeats: readonly ImportRepeat[];
}

/** A row that names the item an earlier one of its file names. */
export interface ImportRepeat {
  readonly line: number;
  readonly first_line: number;
}

export interface ImportFault {
  /** Line of the file, from 1; where a row of a CSV file has several lines, its first. */
  readonly line: number;
  /** The field at fault; null when it is the whole line. */
  readonly param: string | null;
  readonly code: string;
  readonly message: string;
}

/**
 * The dashboard's import answers a line (NDJSON) whenever there is news, and the outcome on the last one. Without
 * `skip_invalid` one faulty row is enough, and nothing is imported: then `created` is 0 and `failed` is not.
 */
export type ImportEvent =
  | { readonly progress: { readonly rows: number } }
  | { readonly data: ImportReport }
  | { readonly error: ErrorBody['error'] };

/** `GET imports`: those of the last 24 hours that created items, newest first, at most 100. */
export interface ImportEntry {
  readonly id: string;
  readonly created_at: string;
  /** How many items it created. */
  readonly created: number;
}

/** `GET imports/:id`: what is left of it; 410 `import_undo_expired` after 24 hours. */
export interface ImportCounts {
  readonly items: number;
  /** Those of `items` that were changed after the import. */
  readonly changed: number;
}

/** `DELETE imports/:id?with_changed=`: can be sent again. Without `with_changed` items that were changed are kept. */
export interface UndoneImport {
  readonly deleted: number;
}

/** `GET feedback/counts` with the filters of a list but its status: items per status, and how many are in quarantine. */
export type ItemCounts = Readonly<Record<Status, number>> & { readonly quarantined: number };

/** `POST feedback`: 201 `Data<Item>`. */
export interface NewItemBody {
  readonly title: string;
  readonly description?: string | null;
  readonly submitter_email?: string | null;
  readonly status?: Status;
}

/** `PATCH feedback/:id` with `If-Match`: 200 `Data<Item>`, 412 `etag_mismatch` when somebody was faster. */
export interface ItemChange {
  readonly title?: string;
  readonly description?: string | null;
  readonly status?: Status;
}

// `GET feedback/:id` 200 `Data<Item>`; `DELETE feedback/:id` 204.

/** `POST feedback/batch`: all or none, at most 100, ids once each; 200 `Data<Item[]>` in the order asked. */
export interface BatchBody {
  readonly updates: readonly ({ readonly id: string } & ItemChange)[];
}

/** `POST feedback/batch/delete`: at most 100, ids once each; 200 `Data<BatchRemoved>`. */
export interface BatchRemovalBody {
  readonly items: readonly { readonly id: string; readonly version: number }[];
}

export interface BatchRemoved {
  /** Ids of what was left alone: somebody has changed it since. What was not there counts as deleted. */
  readonly changed: readonly string[];
}

/** Why a submission waits for the owner's look (form.md 4). */
export type QuarantineReason =
  | 'honeypot_filled'
  | 'token_missing'
  | 'token_forged'
  | 'token_too_young'
  | 'token_too_old'
  | 'proof_missing';

/** An entry of `GET quarantine?limit=&cursor=`, newest first; answers `ListPage<QuarantinedItem>`. */
export interface QuarantinedItem {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly source: string;
  readonly reason: QuarantineReason;
  readonly created_at: string;
}

// `POST quarantine/:id/release` 200 `Data<Item>`: it is feedback now. `DELETE quarantine/:id` 204: gone for good.
