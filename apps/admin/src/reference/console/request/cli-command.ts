import { quoteForShell, shellArgument as word } from '../../../ui/code/quoting';
import type { OperationEntry, ParameterEntry } from '../../document/reference';
import { bodyArguments, formatFlag, readsStandardInput } from './body-arguments';
import { parameterKey, buildRequest, type RequestDraft } from './request';

/** The CLI command of each operation. */
const COMMANDS: Readonly<Record<string, string>> = {
  'get /feedback': 'list',
  'post /feedback': 'create',
  'get /feedback/{id}': 'get',
  'patch /feedback/{id}': 'update',
  'get /feedback/external/{external_id}': 'get --external',
  'patch /feedback/external/{external_id}': 'update --external',
  'put /feedback/external/{external_id}': 'upsert',
  'delete /feedback/external/{external_id}': 'delete --external',
  'put /feedback/external': 'upsert',
  'delete /feedback/{id}': 'delete',
  'get /feedback/similar': 'similar',
  'get /feedback/{id}/similar': 'similar',
  'get /feedback/{id}/history': 'history',
  'get /feedback/{id}/notes': 'notes list',
  'post /feedback/{id}/notes': 'notes add',
  'delete /feedback/{id}/notes/{note_id}': 'notes delete',
  'get /feedback/{id}/requests': 'requests list',
  'post /feedback/{id}/requests': 'requests add',
  'get /feedback/{id}/requests/{request_id}': 'requests get',
  'patch /feedback/{id}/requests/{request_id}': 'requests update',
  'delete /feedback/{id}/requests/{request_id}': 'requests delete',
  'get /feedback/{id}/status-messages': 'status-messages list',
  'delete /feedback/{id}/status-messages/{message_id}': 'status-messages cancel',
  'put /feedback/{id}/public': 'publish',
  'delete /feedback/{id}/public': 'unpublish',
  'post /feedback/batch': 'batch',
  'get /feedback/export': 'export',
  'post /feedback/import': 'import',
  'post /feedback/import/requests': 'import --requests',
  'get /feedback/counts': 'counts',
  'get /feedback/stats': 'stats',
  'get /tags': 'tags list',
  'patch /tags/{id}': 'tags update',
  'delete /tags/{id}': 'tags delete',
  'get /changelog': 'changelog list',
  'post /changelog': 'changelog create',
  'get /changelog/{id}': 'changelog get',
  'patch /changelog/{id}': 'changelog update',
  'delete /changelog/{id}': 'changelog delete',
  'get /events': 'events',
  'get /key': 'whoami',
  'get /webhooks': 'webhooks list',
  'post /webhooks': 'webhooks create',
  'get /webhooks/{id}': 'webhooks get',
  'patch /webhooks/{id}': 'webhooks update',
  'delete /webhooks/{id}': 'webhooks delete',
  'post /webhooks/{id}/rotate-secret': 'webhooks rotate-secret',
  'post /webhooks/{id}/test': 'webhooks test',
  'get /webhooks/{id}/deliveries': 'webhooks deliveries',
  'post /webhooks/{id}/deliveries/{delivery_id}/retry': 'webhooks retry',
  'post /webhooks/{id}/replay': 'webhooks replay',
};
/** Parameters that the CLI sets itself. */
const SET_BY_CLI: Readonly<Record<string, readonly string[]>> = {
  create: ['source'],
  'requests add': ['source'],
};
/** Query parameters that are arguments of a command. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { stats: ['metric'] };

/**
 * The request as a CLI command; null if there is none. Path parameters become arguments; other parameters and body
 * fields become flags, with hyphens. A body that flags cannot express is read from standard input. The CLI reads the
 * key from the environment.
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
  const filled = [...parameterValues('query'), ...parameterValues('header')].filter(
    ([, value]) => value !== '',
  );
  const isArgument = (parameter: ParameterEntry) => ARGUMENTS[command]?.includes(parameter.name) ?? false;
  const flags = filled.flatMap(([parameter, value]) =>
    isArgument(parameter) ? [] : [formatFlag(parameter.name, value, parameter.schema.type === 'boolean')],
  );
  const { body } = buildRequest(operation, draft);
  const fieldArguments = body && 'text' in body ? bodyArguments(body.text, operation.id) : null;
  const isPiped = body !== null && 'text' in body && !fieldArguments;
  if (isPiped && !readsStandardInput(operation.id)) return null;
  const positional = [
    ...parameterValues('path').map(([{ name }, value]) => value || name.toUpperCase()),
    ...filled.flatMap(([parameter, value]) => (isArgument(parameter) ? [value] : [])),
  ];
  // An external ID that begins with a hyphen would be parsed as a flag.
  const isLast = positional.some((value) => value.startsWith('-'));
  const parts = [
    `feedback ${command}`,
    ...(isLast ? [] : positional.map(word)),
    ...(body && 'file' in body ? [word(body.file.startsWith('-') ? `./${body.file}` : body.file)] : []),
    ...flags,
    ...(fieldArguments ?? []),
    ...(isLast ? ['--', ...positional.map(word)] : []),
  ];
  const stdin = isPiped ? `printf '%s' ${quoteForShell(body.text)} | ` : '';
  return `${stdin}${parts.join(parts.length > 4 ? ' \\\n  ' : ' ')}${file ? ` > ${quoteForShell(file)}` : ''}`;
}
