import { shellArgument as word } from '../../../ui/code/quoting';

/** The arguments for a field of a body; null if arguments cannot express it. */
type FieldArguments = (name: string, value: unknown) => readonly string[] | null;

/** By operation ID, as are the following tables. */
const FIELD_ARGUMENTS: Readonly<Record<string, FieldArguments>> = {
  createFeedback: itemArguments,
  updateFeedback: itemArguments,
  updateFeedbackByExternalId: itemArguments,
  upsertFeedback: itemArguments,
  upsertFeedbackByBody: upsertArguments,
  createChangelogEntry: entryArguments,
  updateChangelogEntry: entryArguments,
  createNote: noteArguments,
  createRequests: requestArguments,
  publishFeedback: cardArguments,
  updateRequest: requestArguments,
  updateTag: tagArguments,
  createWebhook: webhookArguments,
  updateWebhook: webhookArguments,
  replayWebhook: replayArguments,
  rotateWebhookSecret: rotationArguments,
};
/** Fields without which the arguments mean another request, or none. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  // Without a flag, the command reads standard input.
  upsertFeedbackByBody: ['external_id', 'title'],
  createNote: ['text'],
  publishFeedback: ['title'],
  createWebhook: ['url', 'events'],
  replayWebhook: ['since'],
};
/** Operations whose commands never read a JSON body from standard input. */
const ARGUMENTS_ONLY = ['createNote', 'publishFeedback', 'replayWebhook', 'rotateWebhookSecret'];

export const readsStandardInput = (operationId: string): boolean => !ARGUMENTS_ONLY.includes(operationId);

/** The body as arguments of the operation's command; null if they cannot express it. */
export function bodyArguments(text: string, operationId: string): readonly string[] | null {
  const toArguments = FIELD_ARGUMENTS[operationId];
  const body = parseObject(text);
  if (!toArguments || !body || !isComplete(body, operationId)) return null;
  const parts = Object.entries(body).map(([name, value]) => toArguments(name, value));
  // Without any argument, the command would wait for standard input.
  if (parts.length === 0 && readsStandardInput(operationId)) return null;
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

export function formatFlag(name: string, value: string, isSwitch = false): string {
  const flagName = `--${name.toLowerCase().replaceAll('_', '-')}`;
  if (isSwitch) return value === 'true' ? flagName : `${flagName}=${word(value)}`;
  // A value that begins with a hyphen would be parsed as a flag.
  return `${flagName}${value.startsWith('-') ? '=' : ' '}${word(value)}`;
}

/** Texts that have another meaning for the CLI: standard input, or null. */
const SPECIAL: Readonly<Record<string, string>> = { description: '-', external_id: '', merged_into: 'none' };
const ITEM_TEXTS = ['title', 'description', 'status', 'submitter_email', 'external_id', 'merged_into'];

function itemArguments(name: string, value: unknown): readonly string[] | null {
  if (['tags', 'add_tags', 'remove_tags'].includes(name))
    return isNames(value) ? [formatFlag(name, value.join(','))] : null;
  if (name === 'links')
    return isPlainLinks(value) ? [formatFlag(name, value.map(({ url }) => url).join(' '))] : null;
  if (name === 'notify') return notifyArguments(value);
  const isPlain = ITEM_TEXTS.includes(name) && typeof value === 'string' && value !== SPECIAL[name];
  return isPlain ? [formatFlag(name, value)] : null;
}

/** A text, or none: null is not the same. */
function notifyArguments(value: unknown): readonly string[] | null {
  if (!isObject(value)) return null;
  const { message, ...others } = value;
  if (Object.keys(others).length > 0) return null;
  if (message === undefined) return ['--notify'];
  return isText(message) ? [formatFlag('notify', message)] : null;
}

function upsertArguments(name: string, value: unknown): readonly string[] | null {
  if (name !== 'external_id') return itemArguments(name, value);
  return isText(value) && !value.startsWith('-') ? [word(value)] : null;
}

const NOTE_TEXTS = ['author_name', 'created_at'];

function noteArguments(name: string, value: unknown): readonly string[] | null {
  if (name !== 'text') return NOTE_TEXTS.includes(name) && isText(value) ? [formatFlag(name, value)] : null;
  return isText(value) && !value.startsWith('-') ? [word(value)] : null;
}

function requestArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'value' || name === 'count')
    return typeof value === 'number' && /^\d+(\.\d+)?$/.test(String(value)) ? [`--${name} ${value}`] : null;
  const isPlain = ['email', 'name', 'company', 'quote', 'link'].includes(name) && isText(value);
  return isPlain ? [formatFlag(name, value)] : null;
}

function cardArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'text' && value === null) return [];
  return ['title', 'text'].includes(name) && typeof value === 'string' ? [formatFlag(name, value)] : null;
}

function entryArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'set_shipped') return value === true ? ['--set-shipped'] : null;
  if (name === 'notify' && typeof value === 'boolean') return [value ? '--notify' : '--no-notify'];
  if (name === 'items')
    return isList(value) || isEmptyList(value) ? [formatFlag(name, value.join(','))] : null;
  const isPlain = ['title', 'text', 'status'].includes(name) && typeof value === 'string';
  return isPlain && !(name === 'text' && value === '-') ? [formatFlag(name, value)] : null;
}

function tagArguments(name: string, value: unknown): readonly string[] | null {
  return ['name', 'color'].includes(name) && isText(value) ? [formatFlag(name, value)] : null;
}

function webhookArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'url') return isText(value) && !value.startsWith('-') ? [word(value)] : null;
  if (name === 'events') return isList(value) ? [formatFlag(name, value.join(','))] : null;
  if (name === 'headers') return headerArguments(value);
  const isPlain =
    ['payload', 'signature', 'description', 'exclude_actor', 'status'].includes(name) && isText(value);
  return isPlain ? [formatFlag(name, value)] : null;
}

/** The CLI ignores spaces before the value of a header. */
function headerArguments(value: unknown): readonly string[] | null {
  const headers = Object.entries(isObject(value) ? value : {});
  const isPlain = headers.every(
    ([name, text]) => /^[^\s:]+$/.test(name) && typeof text === 'string' && !/^\s/.test(text),
  );
  return isPlain && headers.length > 0
    ? headers.map(([name, text]) => formatFlag('header', `${name}: ${String(text)}`))
    : null;
}

function replayArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'dry_run' && typeof value === 'boolean') return value ? ['--dry-run'] : [];
  return (name === 'since' || name === 'until') && isText(value) ? [formatFlag(name, value)] : null;
}

function rotationArguments(name: string, value: unknown): readonly string[] | null {
  const isCount = Number.isSafeInteger(value) && Number(value) >= 0;
  return name === 'overlap_seconds' && isCount ? [`--overlap ${Number(value)}`] : null;
}

const isComplete = (body: object, operationId: string): boolean =>
  (REQUIRED[operationId] ?? []).every((name) => Object.hasOwn(body, name));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An empty list is an empty value. The CLI leaves out blank names. */
const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.every((one) => typeof one === 'string' && one.trim() !== '' && !one.includes(','));

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isText(one) && !one.includes(','));

const isEmptyList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length === 0;

/** Only the flag's links: without kinds and titles. */
const isPlainLinks = (value: unknown): value is readonly { readonly url: string }[] =>
  Array.isArray(value) &&
  value.every(
    (one) =>
      isObject(one) && Object.keys(one).join() === 'url' && isText(one['url']) && !/\s/.test(one['url']),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
