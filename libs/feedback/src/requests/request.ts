import {
  booleanRule,
  DomainError,
  emailRule,
  integerRule,
  invalidValue,
  isOfType,
  lineRule,
  multilineRule,
  nullable,
  objectRule,
  optional,
  required,
  type Instant,
  type Issue,
  type Rule,
  type ValuesOf,
} from '@libs/kernel';
import { linesRule } from '../batch/lines.rule';
import type { Feedback } from '../items/feedback';
import { SOURCES } from '../items/feedback.rules';
import { linkRule } from '../items/links';

/** Maximum lengths in code points (requests.md 1). */
const NAME_MAX = 100;
const QUOTE_MAX = 1_000;
/** Maximum of `value`, in the account's own unit. */
export const VALUE_MAX = 1_000_000_000;
/** Maximum of `count`: the votes of another system. */
export const COUNT_MAX = 1_000_000;
/** Maximum number of stored requests of an item. */
export const REQUESTS_MAX = 100_000;
/** Maximum number of requests in the body of a request. */
export const REQUESTS_AT_ONCE = 100;

/** The sources of items, and votes on public pages. */
export const REQUEST_SOURCES = [...SOURCES, 'vote'] as const;
export type RequestSource = (typeof REQUEST_SOURCES)[number];

/** One person, or several without a name, who ask for an item (requests.md 1). The submission is the first one. */
export interface FeedbackRequest {
  readonly accountId: string;
  readonly feedback_id: string;
  /** UUIDv7 in lowercase of `created_at`; that of the item if the request is the submission. */
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly company: string | null;
  /** What the company is worth to the account, in its own unit. */
  readonly value: number | null;
  readonly quote: string | null;
  readonly link: string | null;
  /** More than 1 only without an email address. */
  readonly count: number;
  readonly source: RequestSource;
  readonly confirmed_at: Instant | null;
  /** Whether an identity token says that the person asks (identity.md 5). */
  readonly verified: boolean;
  readonly created_at: Instant;
}

const VALUE_DEMAND = `must be a number between 0 and ${VALUE_MAX} with at most two decimals`;

/** An amount with at most two decimals. */
const valueRule: Rule<number> = {
  schema: { type: 'number', minimum: 0, maximum: VALUE_MAX },
  demand: VALUE_DEMAND,
  read(value, param, issues) {
    if (!isOfType((candidate) => typeof candidate === 'number', 'a number', value, param, issues)) return 0;
    if (!(value >= 0 && value <= VALUE_MAX) || value !== Number(value.toFixed(2)))
      issues.push(invalidValue(param, VALUE_DEMAND));
    return value;
  },
};

/** What a request says besides the address. */
export const REQUEST_DETAILS = {
  name: optional(nullable(lineRule(NAME_MAX))),
  company: optional(nullable(lineRule(NAME_MAX))),
  value: optional(nullable(valueRule)),
  quote: optional(nullable(multilineRule(QUOTE_MAX))),
  link: optional(nullable(linkRule)),
};
/** The fields of a new request. */
export const REQUEST_FIELDS = {
  email: optional(nullable(emailRule)),
  ...REQUEST_DETAILS,
  count: optional(integerRule(1, COUNT_MAX)),
};
const READ_ONLY = ['id', 'feedback_id', 'source', 'confirmed_at', 'verified', 'created_at'];

/** Says that the person agreed to messages about the item (following.md 2). Not stored in the request. */
const NOTIFY = { notify: optional(booleanRule) };

/** The input of a new request, or of one that the same address repeats. */
export type NewRequest = ValuesOf<typeof REQUEST_FIELDS>;

export const COUNT_DEMAND = 'must be 1 for a request with an email address';

/** A request with an email address stands for one person. */
export const onePerAddress = <R extends Rule<NewRequest>>(rule: R): R => ({
  ...rule,
  read(value, param, issues) {
    const input = rule.read(value, param, issues);
    if (input.email && (input.count ?? 1) > 1)
      issues.push(invalidValue(param === '' ? 'count' : `${param}.count`, COUNT_DEMAND));
    return input;
  },
});

/** A request that someone makes for one person. */
export type AgreedRequest = NewRequest & ValuesOf<typeof NOTIFY>;

export const NOTIFY_DEMAND = 'must be false for a request without an email address';

const onlyWithAddress = <R extends Rule<AgreedRequest>>(rule: R): R => ({
  ...rule,
  read(value, param, issues) {
    const input = rule.read(value, param, issues);
    if (input.notify === true && !input.email)
      issues.push(invalidValue(param === '' ? 'notify' : `${param}.notify`, NOTIFY_DEMAND));
    return input;
  },
});

/** The body of a request that creates one request. */
export const newRequestRule = onlyWithAddress(
  onePerAddress(
    objectRule({ ...REQUEST_FIELDS, ...NOTIFY }, { readOnly: { names: READ_ONLY, verb: 'set' } }),
  ),
);
/** The body of a request that creates up to 100 requests. */
export const newRequestsRule = objectRule({ requests: required(linesRule(newRequestRule)) });

/** The input of an update. Absent fields stay unchanged, and null clears a field. */
export type RequestChange = ValuesOf<typeof REQUEST_FIELDS>;
export const requestChangeRule = objectRule(REQUEST_FIELDS, {
  readOnly: { names: READ_ONLY, verb: 'updated' },
});

/** The submitter and what else an item says about its submission. */
export type Submission = Pick<Feedback, 'accountId' | 'id' | 'submitter_email' | 'source' | 'created_at'>;

const NO_DETAILS = {
  name: null,
  company: null,
  value: null,
  quote: null,
  link: null,
  confirmed_at: null,
  verified: false,
};

/** The request that is the submission, before anyone adds details to it. */
export const submissionOf = (item: Submission): FeedbackRequest => ({
  accountId: item.accountId,
  feedback_id: item.id,
  id: item.id,
  email: item.submitter_email,
  ...NO_DETAILS,
  count: 1,
  source: item.source,
  created_at: item.created_at,
});

export const isSubmission = ({ id, feedback_id: itemId }: FeedbackRequest): boolean => id === itemId;

export const newRequest = (
  accountId: string,
  itemId: string,
  input: NewRequest,
  source: RequestSource,
  { id, now }: { readonly id: string; readonly now: Date },
): FeedbackRequest => ({
  accountId,
  feedback_id: itemId,
  id,
  email: null,
  ...NO_DETAILS,
  ...withoutAbsent(input),
  count: input.count ?? 1,
  source,
  created_at: now.toISOString(),
});

/**
 * Returns the request with the values of a change; the same object if none changes.
 * @throws DomainError `validation` if the address of a submission would change, or if a person would count more than once
 */
export function changedRequest(current: FeedbackRequest, change: RequestChange): FeedbackRequest {
  const next = { ...current, ...withoutAbsent(change) };
  const issues: Issue[] = [];
  if (isSubmission(current) && next.email?.toLowerCase() !== current.email?.toLowerCase())
    issues.push(invalidValue('email', 'must be the email address of the submission'));
  if ((next.email !== null || isSubmission(current)) && next.count > 1)
    issues.push(invalidValue('count', COUNT_DEMAND));
  const [first, ...others] = issues;
  if (first) throw DomainError.invalid([first, ...others]);
  const written = isSubmission(current) ? { ...next, email: current.email } : next;
  return isSame(current, written) ? current : written;
}

/** Returns the request as one that an identity token confirms; the same object if one did before. */
export const verifiedRequest = (request: FeedbackRequest, at: Instant): FeedbackRequest =>
  request.verified ? request : { ...request, confirmed_at: request.confirmed_at ?? at, verified: true };

const isSame = (one: FeedbackRequest, other: FeedbackRequest): boolean =>
  (Object.keys(REQUEST_FIELDS) as (keyof NewRequest)[]).every((name) => one[name] === other[name]);

const withoutAbsent = (input: NewRequest): Partial<FeedbackRequest> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** The same addresses, in any case. */
export const addressOf = ({ email }: Pick<FeedbackRequest, 'email'>): string | null =>
  email?.toLowerCase() ?? null;

/**
 * Returns one input for each address: later lines with the same address replace the values of earlier ones. `places` has
 * the index of the input of each line.
 */
export function combined(lines: readonly NewRequest[]): {
  readonly inputs: readonly NewRequest[];
  readonly places: readonly number[];
} {
  const inputs: NewRequest[] = [];
  const byAddress = new Map<string, number>();
  const places = lines.map((line) => {
    const address = line.email?.toLowerCase();
    const known = address === undefined ? undefined : byAddress.get(address);
    if (known === undefined) {
      if (address !== undefined) byAddress.set(address, inputs.length);
      return inputs.push(line) - 1;
    }
    inputs[known] = { ...inputs[known], ...withoutAbsent(line) };
    return known;
  });
  return { inputs, places };
}

/** The fields that leave the service, in their order. */
export const requestJson = (request: FeedbackRequest) => ({
  id: request.id,
  feedback_id: request.feedback_id,
  email: request.email,
  name: request.name,
  company: request.company,
  value: request.value,
  quote: request.quote,
  link: request.link,
  count: request.count,
  source: request.source,
  confirmed_at: request.confirmed_at,
  verified: request.verified,
  created_at: request.created_at,
});
export type RequestJson = ReturnType<typeof requestJson>;

export const requestNotFound = (): DomainError =>
  new DomainError('not_found', 'request_not_found', 'Request not found');

export const submissionNotDeletable = (): DomainError =>
  new DomainError(
    'conflict',
    'request_is_submission',
    'This request is the submission: delete the item instead',
  );

export const addressTaken = (): DomainError => {
  const code = 'request_exists';
  const message = 'Another request for the item has this email address';
  return new DomainError('conflict', code, message, { issues: [{ param: 'email', code, message }] });
};

export const tooManyRequests = (): DomainError =>
  new DomainError('conflict', 'request_limit_reached', `An item can have at most ${REQUESTS_MAX} requests`);
