import type { ErrorBody, FormMessages } from '@libs/contract';
import type { Admission } from './form-token';
import { hiddenValue, type FormParts } from './form-parts';

type Issue = NonNullable<ErrorBody['error']['details']>[number];

/** What became of a submission. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly issues: readonly Issue[] }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly words: Exclude<keyof FormMessages, 'issues'> };

const TIMEOUT_MS = 30_000;

export async function send({ form, fields }: FormParts, admission: Admission): Promise<Outcome> {
  const homepage = hiddenValue(form, 'homepage');
  const body = {
    title: fields.title.value,
    ...(fields.description.value && { description: fields.description.value }),
    ...(fields.submitter_email?.value.trim() && { submitter_email: fields.submitter_email.value }),
    ...(homepage && { homepage }),
    ...(await admission.marks(hiddenValue(form, 'form_token'))),
  };
  admission.spend();
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await outcomeOf(response);
  } catch {
    return { kind: 'failed', words: 'offline' };
  }
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const { status } = response;
  if (status === 201) return { kind: 'sent' };
  if (status === 429) return { kind: 'wait', seconds: Number(response.headers.get('retry-after')) || 60 };
  if (status === 404 || status === 410) return { kind: 'failed', words: 'closed' };
  if (status === 413) return { kind: 'failed', words: 'tooLong' };
  if (status >= 500) return { kind: 'failed', words: 'unavailable' };
  if (status !== 400) return { kind: 'failed', words: 'failed' };
  const { error } = (await response.json()) as ErrorBody;
  return { kind: 'refused', issues: error.details ?? [] };
}
