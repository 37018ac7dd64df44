import type { Caller } from '@libs/accounts';
import { DomainError, type Issue } from '@libs/kernel';
import { shortened } from './body';

/** Messages that the pipeline and the surfaces share (API.md 1.4). */
export const notAllowed = ({ permission }: Caller): DomainError =>
  new DomainError(
    'permission',
    'insufficient_permissions',
    `This API key is not allowed to do this (permission: ${permission})`,
  );

export function unknownParameter(name: string): Issue {
  const param = shortened(name);
  return { param, code: 'unknown_parameter', message: `Unknown query parameter: ${param}` };
}

export function repeatedParameter(name: string): Issue {
  const param = shortened(name);
  return { param, code: 'repeated_parameter', message: `Query parameter must not be repeated: ${param}` };
}

/** @param demand what the parameter must be, as the message goes on */
export const invalidParameter = (param: string, demand: string): Issue => ({
  param,
  code: 'invalid_parameter',
  message: `Invalid query parameter: ${param} ${demand}`,
});
