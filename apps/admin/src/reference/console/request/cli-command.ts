import { shellQuoted, shellWord as word } from '../../../ui/code/quoting';
import type { OperationEntry, ParameterEntry } from '../../document/reference';
import { keyOf, requestOf, type Draft } from './request';

/** The command of each operation: `list`, `create` … */
const COMMANDS: Readonly<Record<string, string>> = {
  'get /feedback': 'list',
  'post /feedback': 'create',
  'get /feedback/{id}': 'get',
  'patch /feedback/{id}': 'update',
  'delete /feedback/{id}': 'delete',
  'post /feedback/batch': 'batch',
  'get /feedback/export': 'export',
  'post /feedback/import': 'import',
  'get /key': 'whoami',
};
/** Parameters that the tool sets by itself. */
const SET_BY_THE_TOOL: Readonly<Record<string, readonly string[]>> = { create: ['source'] };

/**
 * The call with the command line tool, which reads the key from the environment. Path parameters are arguments; flags
 * are the names of parameters and of the body's fields, with dashes. What no flag can say is read from standard input.
 * Null for an operation without a command.
 */
export function cliCommand(operation: OperationEntry, draft: Draft, file: string | null): string | null {
  const command = COMMANDS[`${operation.method} ${operation.path}`];
  if (command === undefined) return null;
  const given = (place: ParameterEntry['in']) =>
    operation.parameters
      .filter(({ in: at, name }) => at === place && !SET_BY_THE_TOOL[command]?.includes(name))
      .map((parameter) => [parameter, draft.values[keyOf(parameter)] ?? ''] as const);
  const flags = [...given('query'), ...given('header')].flatMap(([{ name, schema }, value]) =>
    value === '' ? [] : [flag(name, value, schema.type === 'boolean')],
  );
  const { body } = requestOf(operation, draft);
  const sent = body && 'text' in body ? bodyFlags(body.text, command) : null;
  const words = [
    `feedback ${command}`,
    ...given('path').map(([{ name }, value]) => (value === '' ? name.toUpperCase() : word(value))),
    ...(body && 'file' in body ? [word(body.file.startsWith('-') ? `./${body.file}` : body.file)] : []),
    ...flags,
    ...(sent ?? []),
  ];
  const stdin = body && 'text' in body && !sent ? `printf '%s' ${shellQuoted(body.text)} | ` : '';
  return `${stdin}${words.join(words.length > 4 ? ' \\\n  ' : ' ')}${file ? ` > ${shellQuoted(file)}` : ''}`;
}

/** One flag for each member, where the body is an object of plain texts; null where it is not. */
function bodyFlags(text: string, command: string): readonly string[] | null {
  if (command !== 'create' && command !== 'update') return null;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const members = Object.entries(body);
  // A dash alone would be read from standard input, where a body without members has to stand, too.
  const isPlain = members.every(
    ([name, value]) => typeof value === 'string' && value !== '-' && /^[a-z][a-z_]*$/.test(name),
  );
  return isPlain && members.length > 0
    ? members.map(([name, value]) => flag(name, value as string, false))
    : null;
}

function flag(name: string, value: string, isSwitch: boolean): string {
  const dashed = `--${name.toLowerCase().replaceAll('_', '-')}`;
  if (isSwitch) return value === 'true' ? dashed : `${dashed}=${word(value)}`;
  // Whatever begins with a dash would look like the next flag.
  return `${dashed}${value.startsWith('-') ? '=' : ' '}${word(value)}`;
}
