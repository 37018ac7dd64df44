import { DomainError } from '@libs/kernel';
import type { FastifyRequest } from 'fastify';
import { pathOf } from '../http/routes';
import { typedIn, type Typed } from './form.http';
import { closedPage, failurePage, tryAgainPage } from './form.page';

/** The owner has closed the form. The error page shows the account name. */
export class FormClosed extends DomainError {
  constructor(readonly accountName: string) {
    super('gone', 'form_closed', 'This form is closed');
  }
}

/** Status codes after which a retry can succeed. */
const WORTH_ANOTHER_TRY = [429, 500, 503];

/** The error page with the visitor's input. */
export function formErrorPage(error: DomainError, status: number, request: FastifyRequest): string {
  const typed = typedBefore(request);
  if (error instanceof FormClosed) return closedPage(error.accountName, typed);
  const canSendAgain = WORTH_ANOTHER_TRY.includes(status) && Object.keys(typed).length > 0;
  if (canSendAgain) return tryAgainPage(error, status, typed, pathOf(request.url));
  return failurePage(error, status, typed);
}

function typedBefore(request: FastifyRequest): Typed {
  try {
    return typedIn(request.body);
  } catch {
    return {};
  }
}
