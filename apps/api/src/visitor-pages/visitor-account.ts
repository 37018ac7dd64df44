import type { Account, AccountUseCases } from '@libs/accounts';
import { DomainError } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formPath } from './frame';

/**
 * Finds the account of a public page by its slug or an alias.
 * @throws DomainError as `asVisited`
 */
export const visitedAccount = async (
  accounts: Pick<AccountUseCases, 'findBySlug'>,
  slug: string,
  request: FastifyRequest,
): Promise<Account> => asVisited(await accounts.findBySlug(slug).catch(nullIfNotFound), request);

/**
 * Notes the language of the account for the reader of the request.
 * @throws DomainError `form_not_found` also if the account is suspended: nothing of it is public
 */
export function asVisited(account: Account | null, request: FastifyRequest): Account {
  if (!account || account.suspendedAt) throw new DomainError('not_found', 'form_not_found', 'Form not found');
  request.accountLanguage = account.form.language;
  return account;
}

export function nullIfNotFound(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'not_found') return null;
  throw error;
}

/** Redirects an alias to the current slug. Temporary, because the account can take the alias back. */
export function redirectTo(path: string, { url }: FastifyRequest, reply: FastifyReply): undefined {
  const query = /\?.*$/.exec(url)?.[0] ?? '';
  reply.code(302).header('location', path + query);
}

/** Redirects a page of an account from an alias. @param path below the form */
export function redirectToPage(
  account: Pick<Account, 'slug'>,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  redirectTo(`${formPath(account)}/${path}`, request, reply);
  return reply.send();
}
