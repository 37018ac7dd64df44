import type { Data, ErrorBody, FormMessages } from '@libs/contract';
import type { FormTokenSource } from './form-token';
import { hiddenValue, type FormParts } from './form-parts';

export type FieldIssue = NonNullable<ErrorBody['error']['details']>[number];

export type SubmitOutcome =
  | { readonly kind: 'sent'; readonly page: string | undefined }
  | { readonly kind: 'rejected'; readonly issues: readonly FieldIssue[] }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'failed'; readonly messageKey: Exclude<keyof FormMessages, 'issues'> };

const TIMEOUT_MS = 30_000;

export async function submitForm(
  { form, fields }: FormParts,
  tokenSource: FormTokenSource,
): Promise<SubmitOutcome> {
  const homepage = hiddenValue(form, 'homepage');
  const token = hiddenValue(form, 'token');
  const body = {
    title: fields.title.value,
    ...(fields.description.value && { description: fields.description.value }),
    ...(fields.submitter_email?.value.trim() && { submitter_email: fields.submitter_email.value }),
    ...(homepage && { homepage }),
    ...(token && { token }),
    ...(await tokenSource.submissionFields(hiddenValue(form, 'form_token'))),
  };
  tokenSource.invalidate();
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await readResult(response);
  } catch {
    return { kind: 'failed', messageKey: 'offline' };
  }
}

async function readResult(response: Response): Promise<SubmitOutcome> {
  const { status } = response;
  if (status === 201) {
    const { data } = (await response.json()) as Data<{ readonly page?: string }>;
    return { kind: 'sent', page: data.page };
  }
  if (status === 429) return { kind: 'wait', seconds: Number(response.headers.get('retry-after')) || 60 };
  if (status === 404 || status === 410) return { kind: 'failed', messageKey: 'closed' };
  if (status === 409) return { kind: 'failed', messageKey: 'full' };
  if (status === 413) return { kind: 'failed', messageKey: 'tooLong' };
  if (status >= 500) return { kind: 'failed', messageKey: 'unavailable' };
  if (status !== 400) return { kind: 'failed', messageKey: 'failed' };
  const { error } = (await response.json()) as ErrorBody;
  return { kind: 'rejected', issues: error.details ?? [] };
}
