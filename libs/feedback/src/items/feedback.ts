import {
  DomainError,
  objectRule,
  nullable,
  optional,
  required,
  stringRule,
  UUID_PATTERN,
  type Instant,
  type Rule,
  type Valid,
  type ValuesOf,
} from '@libs/kernel';
import {
  descriptionRule,
  externalIdRule,
  idRule,
  SOURCES,
  statusRule,
  submitterEmailRule,
  titleRule,
  type Source,
  type Status,
} from './feedback.rules';
import { NOTIFY, withStatus } from '../status-messages/notify';
import { NO_TAGS, TAG_CHANGES, tagsRule, withTagChanges } from '../tags/tag.rules';
import { LINKS, linksRule, NO_LINKS, type ItemLink } from './links';
import { CONTEXT, contextRule, type ItemContext } from './context';
import { ASSIGNEE, ASSIGNMENT, type Assignee, type Assignment } from './assignee';
import { PUBLIC_CARD, type Publication, type PublicCard } from '../public-cards/public-card';

export const DEFAULT_STATUS: Status = 'new';

/** A feedback item of an account (items.md 1). */
export interface Feedback {
  readonly accountId: string;
  /** UUIDv7 in lowercase. Its first 48 bits are `created_at`. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly submitter_email: string | null;
  readonly status: Status;
  readonly source: Source;
  readonly created_at: Instant;
  /** Changes only when a value changes. */
  readonly updated_at: Instant;
  /** ID of the item in another system, unique in the account. */
  readonly external_id: string | null;
  /** ID of the item that this one is a duplicate of (items.md 11). */
  readonly merged_into: string | null;
  /** Number of items that are merged into this one. */
  readonly duplicate_count: number;
  /** People who ask for the item or its duplicates (requests.md 2); those of the item alone if it is merged. */
  readonly request_count: number;
  /** What their companies are worth, with at most two decimals. */
  readonly request_value: number;
  /** Votes of networks for its card and those of its duplicates (votes.md 4); those of the item alone if it is merged. */
  readonly unconfirmed_votes: number;
  /** Names of its tags in alphabetical order. Renaming a tag changes the name here, but not the version. */
  readonly tags: readonly string[];
  /** The member who works on it, with the current name. */
  readonly assignee: Assignee | null;
  /** Pages elsewhere that belong to it, in the order in which they were set. */
  readonly links: readonly ItemLink[];
  /** What the public sees of it; null if it is private. Never derived from the other fields (public.md 1). */
  readonly public: PublicCard | null;
  /** Where it was written; null if nothing is known. Set when it is created (items.md 14). */
  readonly context: ItemContext | null;
  /** Whether it was submitted with an identity token (identity.md 5). Never changes. */
  readonly verified: boolean;
  /** 1 when created, plus 1 per change. Used for ETag and If-Match (conventions.md 10). */
  readonly version: number;
}

/** JSON Schema of a time as the service returns it. */
export const TIME = { type: 'string', format: 'date-time', pattern: '^[^ ]{10}T[^ ]{8}\\.\\d{3}Z$' };

const MERGED_INTO = { type: ['string', 'null'], format: 'uuid', pattern: `^${UUID_PATTERN}$` };

/**
 * The fields of an item that the API returns, in their order, with their JSON Schemas (items.md 1). Columns, JSON, CSV,
 * NDJSON, and the schemas of OpenAPI and MCP are derived from this list.
 */
export const ITEM_FIELDS = {
  id: { type: 'string', format: 'uuid', pattern: `^${UUID_PATTERN}$` },
  title: titleRule.schema,
  description: descriptionRule.schema,
  submitter_email: submitterEmailRule.schema,
  status: statusRule.schema,
  source: { type: 'string', examples: SOURCES },
  created_at: TIME,
  updated_at: TIME,
  external_id: nullable(externalIdRule).schema,
  merged_into: MERGED_INTO,
  duplicate_count: { type: 'integer', minimum: 0 },
  request_count: { type: 'integer', minimum: 1 },
  request_value: { type: 'number', minimum: 0 },
  unconfirmed_votes: { type: 'integer', minimum: 0 },
  tags: tagsRule.schema,
  assignee: ASSIGNEE,
  links: LINKS,
  public: PUBLIC_CARD,
  context: CONTEXT,
  verified: { type: 'boolean' },
} as const satisfies Partial<Record<keyof Feedback, Rule<unknown>['schema']>>;

export type ItemField = keyof typeof ITEM_FIELDS;
export const ITEM_FIELD_NAMES = Object.keys(ITEM_FIELDS) as ItemField[];

export type FeedbackJson = Pick<Feedback, ItemField>;

/** An item as a client reads it: the service can be newer and have other sources (items.md 2). */
export type ItemJson = Omit<FeedbackJson, 'source'> & { readonly source: string };

/** The fields of the first release. */
type FirstField =
  | 'id'
  | 'title'
  | 'description'
  | 'submitter_email'
  | 'status'
  | 'source'
  | 'created_at'
  | 'updated_at';

/** The values of an item that is in no group, and that only its submitter asks for. */
export const NOT_MERGED = {
  merged_into: null,
  duplicate_count: 0,
  request_count: 1,
  request_value: 0,
  unconfirmed_votes: 0,
} as const;

/** The fields of later releases, with their values in most items, and in what an earlier release has stored. */
export const USUAL_VALUES: Omit<FeedbackJson, FirstField> = {
  external_id: null,
  ...NOT_MERGED,
  tags: NO_TAGS,
  assignee: null,
  links: NO_LINKS,
  public: null,
  context: null,
  verified: false,
};

/** The usual value of a field; null if it has none. */
export const usualValue = (name: string): unknown =>
  Object.hasOwn(USUAL_VALUES, name) ? USUAL_VALUES[name as keyof typeof USUAL_VALUES] : null;

export const isUsual = (name: string, value: unknown): boolean =>
  Object.hasOwn(USUAL_VALUES, name) &&
  (Array.isArray(value) ? value.length === 0 : value === usualValue(name));

/** The item as every surface returns it. Not a loop over `ITEM_FIELDS`, which takes ten times as long. */
export function feedbackJson(item: Feedback): FeedbackJson {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    submitter_email: item.submitter_email,
    status: item.status,
    source: item.source,
    created_at: item.created_at,
    updated_at: item.updated_at,
    external_id: item.external_id,
    merged_into: item.merged_into,
    duplicate_count: item.duplicate_count,
    request_count: item.request_count,
    request_value: item.request_value,
    unconfirmed_votes: item.unconfirmed_votes,
    tags: item.tags,
    assignee: item.assignee,
    links: item.links,
    public: item.public,
    context: item.context,
    verified: item.verified,
  };
}

/**
 * The item as members get it: with the version that they send as `If-Match`. It comes first, because adding a member after
 * so many takes V8 15 times as long.
 */
export const itemJson = (item: Feedback) => ({ version: item.version, ...feedbackJson(item) });

/** Fields of a new item that every caller can set, including visitors of a form. */
export const PUBLIC_FIELDS = {
  title: required(titleRule),
  description: optional(descriptionRule),
  submitter_email: optional(submitterEmailRule),
  context: optional(contextRule),
};
const NEW = {
  ...PUBLIC_FIELDS,
  status: optional(statusRule),
  external_id: optional(nullable(externalIdRule)),
  tags: optional(tagsRule),
  links: optional(linksRule),
};
/** The input of a new item. */
export type NewFeedback = ValuesOf<typeof NEW>;
export const newFeedbackRule = objectRule(NEW, { readOnly: { names: fieldsOutside(NEW), verb: 'set' } });

const SUBMITTED = { ...NEW, token: optional(stringRule) };
/** The input of a new item that a page can send, with an identity token (identity.md 5). */
export const submittedFeedbackRule = objectRule(SUBMITTED, {
  readOnly: { names: fieldsOutside(NEW), verb: 'set' },
});

const { external_id: _, context: _context, ...UPSERT } = NEW;
/** The input of an upsert, whose external ID is in the path (items.md 10). It has no context: it comes from a server. */
export const upsertRule = objectRule(UPSERT, { readOnly: { names: fieldsOutside(UPSERT), verb: 'set' } });
export type FeedbackUpsert = ValuesOf<typeof UPSERT>;
const UPSERT_BY_BODY = { external_id: required(externalIdRule), ...UPSERT };
/** The input of an upsert that has its external ID in the body. */
export const upsertByBodyRule = objectRule(UPSERT_BY_BODY, {
  readOnly: { names: fieldsOutside(UPSERT_BY_BODY), verb: 'set' },
});

const CHANGE = {
  title: optional(titleRule),
  description: optional(descriptionRule),
  status: optional(statusRule),
  external_id: optional(nullable(externalIdRule)),
  merged_into: optional(nullable(idRule)),
  tags: optional(tagsRule),
  links: optional(linksRule),
};
/** Rejects fields of a change that contradict each other. */
export function consistent<R extends Parameters<typeof withTagChanges>[0] & Parameters<typeof withStatus>[0]>(
  rule: R,
): R {
  return withStatus(withTagChanges(rule));
}
const UPDATE = { ...CHANGE, ...TAG_CHANGES, ...NOTIFY };
/** The input of an update. Absent fields stay unchanged; a null description clears it (RFC 7396). */
export type FeedbackChange = ValuesOf<typeof UPDATE> & Assignment & Publication;
export const feedbackChangeRule = consistent(
  objectRule(UPDATE, { readOnly: { names: fieldsOutside(CHANGE), verb: 'updated' } }),
);
const MEMBER_CHANGE = { ...UPDATE, ...ASSIGNMENT };
/** The input of an update by a member, who can also assign the item. */
export type MemberChange = ValuesOf<typeof MEMBER_CHANGE>;
export const memberChangeRule = consistent(
  objectRule(MEMBER_CHANGE, { readOnly: { names: fieldsOutside(CHANGE), verb: 'updated' } }),
);
const { merged_into: _merge, ...VALUES } = CHANGE;
/** The fields of an update that concern no other item. */
export type ValueChange = ValuesOf<typeof VALUES> & Assignment & Publication;
export const VALUE_FIELDS = [...Object.keys(VALUES), 'assignee', 'public'] as (keyof ValueChange)[];
/** The fields that can change. Merging an item changes the counts of others (items.md 11). */
export const CHANGEABLE = [
  ...VALUE_FIELDS,
  'merged_into',
  'duplicate_count',
  'request_count',
  'request_value',
  'unconfirmed_votes',
] as const;
export type ChangeableField = (typeof CHANGEABLE)[number];

function fieldsOutside(fields: object): readonly string[] {
  return ITEM_FIELD_NAMES.filter((name) => !(name in fields));
}

/** Creates an item, version 1. */
export function newFeedback(
  accountId: string,
  input: Valid<NewFeedback>,
  source: Source,
  id: string,
  now: Date,
): Feedback {
  const at = now.toISOString();
  return {
    accountId,
    id,
    title: input.title,
    description: input.description ?? null,
    submitter_email: input.submitter_email ?? null,
    status: input.status ?? DEFAULT_STATUS,
    source,
    created_at: at,
    updated_at: at,
    external_id: input.external_id ?? null,
    ...NOT_MERGED,
    tags: input.tags ?? NO_TAGS,
    assignee: null,
    links: input.links ?? NO_LINKS,
    public: null,
    context: input.context ?? null,
    verified: false,
    version: 1,
  };
}

/** @param params paths of the external IDs in a request that other items have */
export function externalIdTaken(params: readonly string[] = ['external_id']): DomainError {
  const code = 'external_id_taken';
  const message = 'Another item of the account has this external_id';
  return new DomainError('conflict', code, message, {
    issues: params.map((param) => ({ param, code, message })),
  });
}

const NOT_FOUND = { code: 'feedback_not_found', message: 'Feedback item not found' };
const TARGET_NOT_FOUND = { ...NOT_FOUND, message: 'The item to merge into was not found' };

/** @param params paths of the IDs in a request that were not found: `updates[0].id`, `merged_into` */
export function feedbackNotFound(params: readonly string[] = []): DomainError {
  const issues = params.map((param) => ({
    param,
    ...(param.endsWith('merged_into') ? TARGET_NOT_FOUND : NOT_FOUND),
  }));
  const { code, message } = issues[0] ?? NOT_FOUND;
  return new DomainError('not_found', code, message, issues.length > 0 ? { issues } : {});
}
