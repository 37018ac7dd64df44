import { shellArgument as word } from '../../../ui/code/quoting';

/** The arguments for a field of a body; null if arguments cannot express it. */
type FieldArguments = (name: string, value: unknown) => readonly string[] | null;

const FIELD_ARGUMENTS: Readonly<Record<string, FieldArguments>> = {
  create: itemArguments,
  update: itemArguments,
  upsert: itemArguments,
  'notes add': noteArguments,
  'requests add': requestArguments,
  'requests update': requestArguments,
  'tags update': tagArguments,
  'webhooks create': webhookArguments,
  'webhooks update': webhookArguments,
  'webhooks replay': replayArguments,
  'webhooks rotate-secret': rotationArguments,
};
/** Fields without which the arguments mean another request, or none. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  'notes add': ['text'],
  'webhooks create': ['url', 'events'],
  'webhooks replay': ['since'],
};
/** Commands that never read a JSON body from standard input. */
const ARGUMENTS_ONLY = ['notes add', 'webhooks replay', 'webhooks rotate-secret'];

export const readsStandardInput = (command: string): boolean => !ARGUMENTS_ONLY.includes(command);

/** The body as arguments of the command; null if they cannot express it. */
export function bodyArguments(text: string, command: string): readonly string[] | null {
  const toArguments = FIELD_ARGUMENTS[command];
  const body = parseObject(text);
  if (!toArguments || !body || !isComplete(body, command)) return null;
  const parts = Object.entries(body).map(([name, value]) => toArguments(name, value));
  // Without any argument, the command would wait for standard input.
  if (parts.length === 0 && readsStandardInput(command)) return null;
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

export function formatFlag(name: string, value: string, isSwitch = false): string {
  const flagName = `--${name.toLowerCase().replaceAll('_', '-')}`;
  if (isSwitch) return value === 'true' ? flagName : `${flagName}=${word(value)}`;
  // A value that begins with a hyphen would be parsed as a flag.
  return `${flagName}${value.startsWith('-') ? '=' : ' '}${word(value)}`;
}

/** The CLI reads a value of "-" from standard input. */
function itemArguments(name: string, value: unknown): readonly string[] | null {
  const isPlain = typeof value === 'string' && value !== '-' && /^[a-z][a-z_]*$/.test(name);
  return isPlain ? [formatFlag(name, value)] : null;
}

function noteArguments(name: string, value: unknown): readonly string[] | null {
  return name === 'text' && isText(value) && !value.startsWith('-') ? [word(value)] : null;
}

function requestArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'value' || name === 'count')
    return typeof value === 'number' && /^\d+(\.\d+)?$/.test(String(value)) ? [`--${name} ${value}`] : null;
  const isPlain = ['email', 'name', 'company', 'quote', 'link'].includes(name) && isText(value);
  return isPlain ? [formatFlag(name, value)] : null;
}

function tagArguments(name: string, value: unknown): readonly string[] | null {
  return ['name', 'color'].includes(name) && isText(value) ? [formatFlag(name, value)] : null;
}

function webhookArguments(name: string, value: unknown): readonly string[] | null {
  if (name === 'url') return isText(value) && !value.startsWith('-') ? [word(value)] : null;
  if (name === 'events') return isList(value) ? [formatFlag(name, value.join(','))] : null;
  if (name === 'headers') return headerArguments(value);
  const isPlain = ['payload', 'signature', 'description', 'status'].includes(name) && isText(value);
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

const isComplete = (body: object, command: string): boolean =>
  (REQUIRED[command] ?? []).every((name) => Object.hasOwn(body, name));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isText(one) && !one.includes(','));

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
