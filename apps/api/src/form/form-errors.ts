import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { pathOf } from '../http/routes';
import { readerOf } from '../languages/reader';
import { typedSubmission, type Typed } from './form.http';
import { closedPage, failurePage, tryAgainPage } from './form.page';

/** A member has closed the form. The error page shows the account name. */
export class FormClosed extends DomainError {
  constructor(readonly accountName: string) {
    super('gone', 'form_closed', 'This form is closed. It isn’t accepting feedback right now.');
  }
}

/** Status codes after which a retry can succeed. */
const RETRYABLE_STATUSES = [409, 429, 500, 503];

/** The error page with the visitor's input. */
export function formErrorPage(error: DomainError, status: number, request: FastifyRequest): string {
  const typed = submittedFields(request);
  const reader = readerOf(request);
  if (error instanceof FormClosed) return closedPage(error.accountName, typed, reader);
  const canSendAgain = RETRYABLE_STATUSES.includes(status) && Object.keys(typed).length > 0;
  if (canSendAgain) return tryAgainPage(error, status, typed, pathOf(request.url), reader);
  return failurePage(error, status, typed, reader);
}

function submittedFields(request: FastifyRequest): Typed {
  try {
    return typedSubmission(request.body);
  } catch {
    return {};
  }
}
