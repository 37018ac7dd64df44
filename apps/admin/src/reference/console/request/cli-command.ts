import { quoteForShell, shellArgument as word } from '../../../ui/code/quoting';
import type { OperationEntry, ParameterEntry } from '../../document/reference';
import { parameterKey, buildRequest, type RequestDraft } from './request';

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
const SET_BY_CLI: Readonly<Record<string, readonly string[]>> = { create: ['source'] };

/**
 * The call with the command line tool, which reads the key from the environment. Path parameters are arguments; flags
 * are the names of parameters and of the body's fields, with dashes. What no flag can say is read from standard input.
 * Null for an operation without a command.
 */
export function cliCommand(
  operation: OperationEntry,
  draft: RequestDraft,
  file: string | null,
): string | null {
  const command = COMMANDS[`${operation.method} ${operation.path}`];
  if (command === undefined) return null;
  const parameterValues = (location: ParameterEntry['in']) =>
    operation.parameters
      .filter(({ in: at, name }) => at === location && !SET_BY_CLI[command]?.includes(name))
      .map((parameter) => [parameter, draft.values[parameterKey(parameter)] ?? ''] as const);
  const flags = [...parameterValues('query'), ...parameterValues('header')].flatMap(
    ([{ name, schema }, value]) => (value === '' ? [] : [formatFlag(name, value, schema.type === 'boolean')]),
  );
  const { body } = buildRequest(operation, draft);
  const fieldFlags = body && 'text' in body ? bodyFlags(body.text, command) : null;
  const parts = [
    `feedback ${command}`,
    ...parameterValues('path').map(([{ name }, value]) => (value === '' ? name.toUpperCase() : word(value))),
    ...(body && 'file' in body ? [word(body.file.startsWith('-') ? `./${body.file}` : body.file)] : []),
    ...flags,
    ...(fieldFlags ?? []),
  ];
  const stdin = body && 'text' in body && !fieldFlags ? `printf '%s' ${quoteForShell(body.text)} | ` : '';
  return `${stdin}${parts.join(parts.length > 4 ? ' \\\n  ' : ' ')}${file ? ` > ${quoteForShell(file)}` : ''}`;
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
  const fields = Object.entries(body);
  // A dash alone would be read from standard input, where a body without members has to stand, too.
  const isPlain = fields.every(
    ([name, value]) => typeof value === 'string' && value !== '-' && /^[a-z][a-z_]*$/.test(name),
  );
  return isPlain && fields.length > 0
    ? fields.map(([name, value]) => formatFlag(name, value as string, false))
    : null;
}

function formatFlag(name: string, value: string, isSwitch: boolean): string {
  const flagName = `--${name.toLowerCase().replaceAll('_', '-')}`;
  if (isSwitch) return value === 'true' ? flagName : `${flagName}=${word(value)}`;
  // Whatever begins with a dash would look like the next flag.
  return `${flagName}${value.startsWith('-') ? '=' : ' '}${word(value)}`;
}
