import { Logger } from '@nestjs/common';
import { identityRequired, type Account } from '@libs/accounts';
import type { Source, SubmittedFeedback } from '@libs/feedback';
import { VISITOR } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../languages/language';
import { readerOf } from '../languages/reader';
import { followedAccount } from '../visitor-pages/followed-account';
import { formPath } from '../visitor-pages/frame';
import type { FormTools } from './form-tools';
import type { Submission } from './form.http';

const logger = new Logger('Form');

/**
 * Stores a submission as feedback, which its address follows (following.md 2), or in quarantine. The response is the same
 * (form.md 4). One with an identity token is not filtered, because the customer's application knows the person
 * (identity.md 5). Returns the ID.
 * @throws DomainError `validation` `identity_invalid`; `permission` `identity_required`
 */
export async function storeSubmission(
  { spamFilter, quarantine, feedback, accounts, observer, following, identity }: FormTools,
  account: Account,
  { input, signals, token }: Submission,
  source: Source,
  request: FastifyRequest,
): Promise<string> {
  if (token === undefined && account.form.requireIdentity) throw identityRequired();
  const verified = token === undefined ? null : await identity.verify(account, token);
  const reason = verified ? null : await spamFilter.quarantineReason(account.id, request.ip, signals);
  const person = verified?.person;
  const language = languageOf(person?.locale ?? null) ?? readerOf(request).language;
  const store = (item: SubmittedFeedback) =>
    following.followers.addSubmission(followedAccount(account), item, language, VISITOR);
  const submit = () => feedback.submit(account.id, input, source, VISITOR, { store, person });
  const { id } = reason
    ? await quarantine.quarantine(account.id, input, source, reason)
    : await (verified ? identity.use(account, verified, submit) : submit());
  observer.submissionStored(reason);
  if (reason) return id;
  // A failure here must not fail the submission, which is already stored.
  await accounts.noteFormUsed(account).catch((error: Error) => logger.warn(error.message));
  return id;
}

/** The path of a page with a token of the submission; null if the person gets it by mail (following.md 7). */
export function bookmark(
  { following: { followers, tokens } }: FormTools,
  account: Account,
  id: string,
  page: 'me' | 'thanks',
  request: FastifyRequest,
): string | null {
  if (followers.hasMail) return null;
  return `${formPath(account)}/${page}/${tokens.ofItem(account.id, id)}${readerOf(request).query}`;
}
