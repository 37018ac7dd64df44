import { createFormTokenSource } from './form-token';
import { showCharacterCount } from './character-count';
import { formParts, type FormParts } from './form-parts';
import { showFieldErrors, showFieldError, clearFixedErrors } from './field-errors';
import { showSimilarCards } from './similar-cards';
import { keepIdentityToken } from './identity-token';
import { submitForm, type FieldIssue, type SubmitOutcome } from './submit';
import { createSubmitStatus, type SubmitStatus } from './submit-status';

/** Submits with fetch, so that the input stays on the page if sending fails. The form also works without it. */
function enhanceForm(parts: FormParts): void {
  const { form, fields, messages } = parts;
  const tokenSource = createFormTokenSource(form.action);
  const status = createSubmitStatus(parts);
  showCharacterCount(fields.title, messages);
  showSimilarCards(parts);
  clearFixedErrors(parts, () => status.clear());
  // Requested while the visitor types, so that sending doesn't wait for it.
  form.addEventListener('input', () => void tokenSource.refresh(), { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (status.isIdle()) void submit();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });

  async function submit(): Promise<void> {
    const invalidControl = showFieldErrors(parts);
    if (invalidControl) return focusInvalid(invalidControl);
    status.busy();
    const result = await submitForm(parts, tokenSource);
    if (result.kind === 'sent') return showThanks(result.page);
    showOutcome(result, status);
  }

  function showOutcome(
    result: Exclude<SubmitOutcome, { kind: 'sent' }>,
    { failed, wait }: SubmitStatus,
  ): void {
    if (result.kind === 'wait') return wait(result.seconds);
    if (result.kind === 'failed') return failed(messages[result.messageKey], result.messageKey !== 'closed');
    for (const { param, code, message } of result.issues) showFieldError(parts, param, code, message);
    const first = result.issues.find(({ param }) => param in fields);
    if (first) focusInvalid(fields[first.param as keyof typeof fields]!);
    else failed(generalMessage(result.issues[0]), true);
  }

  /** Of an error that concerns no field. */
  function generalMessage(issue: FieldIssue | undefined): string {
    return issue ? (messages.issues[issue.code] ?? issue.message) : messages.failed;
  }

  function focusInvalid(control: HTMLElement): void {
    status.failed(messages.fix, false);
    control.focus();
  }
}

/** @param page the URL of the page that shows what becomes of the feedback, without mail */
function showThanks(page: string | undefined): void {
  const main = document.querySelector('main')!;
  const thanks = document.querySelector<HTMLTemplateElement>('#sent')!;
  main.replaceChildren(thanks.content.cloneNode(true));
  const bookmark = main.querySelector<HTMLAnchorElement>('#bookmark');
  if (bookmark && page) bookmark.href = page;
  main.className = 'plain';
  const heading = main.querySelector('h1')!;
  document.title = heading.textContent;
  scrollTo(0, 0);
  heading.focus();
}

const parts = formParts();
if (parts) {
  keepIdentityToken(parts.form);
  enhanceForm(parts);
}
