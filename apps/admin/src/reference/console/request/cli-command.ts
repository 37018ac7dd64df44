import { quoteForShell, shellArgument as word } from '../../../ui/code/quoting';
import type { OperationEntry, ParameterEntry } from '../../document/reference';
import { parameterKey, buildRequest, type RequestDraft } from './request';

/** The CLI command of each operation. */
const COMMANDS: Readonly<Record<string, string>> = {
  'get /feedback': 'list',
  'post /feedback': 'create',
  'get /feedback/{id}': 'get',
  'patch /feedback/{id}': 'update',
  'delete /feedback/{id}': 'delete',
  'post /feedback/batch': 'batch',
  'get /feedback/export': 'export',
  'post /feedback/import': 'import',
  'get /events': 'events',
  'get /key': 'whoami',
};
/** Parameters that the CLI sets itself. */
const SET_BY_CLI: Readonly<Record<string, readonly string[]>> = { create: ['source'] };

/**
 * The request as a CLI command; null for an operation without a command. Path parameters become arguments; other
 * parameters and body fields become flags, with hyphens. A body that flags cannot express is read from standard input.
 * The CLI reads the key from the environment.
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

/** One flag per field; null unless the body is an object with string values only. */
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
  // The CLI reads a value of "-" from standard input. An empty body goes there, too.
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
  // A value that begins with a hyphen would be parsed as a flag.
  return `${flagName}${value.startsWith('-') ? '=' : ' '}${word(value)}`;
}
