import { createFormTokenSource } from './form-token';
import { showCharacterCount } from './character-count';
import { formParts, type FormParts } from './form-parts';
import { showFieldErrors, showFieldError, clearFixedErrors } from './field-errors';
import { submitForm, type SubmitOutcome } from './submit';
import { createSubmitStatus, type SubmitStatus } from './submit-status';

/** Submits with fetch, so that the input stays on the page if sending fails. The form also works without it. */
function enhanceForm(parts: FormParts): void {
  const { form, fields, messages } = parts;
  const tokenSource = createFormTokenSource(form.action);
  const status = createSubmitStatus(parts);
  showCharacterCount(fields.title, messages);
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
    const outcome = await submitForm(parts, tokenSource);
    if (outcome.kind === 'sent') return showThanks();
    showOutcome(outcome, status);
  }

  function showOutcome(
    outcome: Exclude<SubmitOutcome, { kind: 'sent' }>,
    { failed, wait }: SubmitStatus,
  ): void {
    if (outcome.kind === 'wait') return wait(outcome.seconds);
    if (outcome.kind === 'failed')
      return failed(messages[outcome.messageKey], outcome.messageKey !== 'closed');
    for (const { param, code, message } of outcome.issues) showFieldError(parts, param, code, message);
    const first = outcome.issues.find(({ param }) => param in fields);
    if (first) focusInvalid(fields[first.param as keyof typeof fields]!);
    else failed(outcome.issues[0]?.message ?? messages.failed, true);
  }

  function focusInvalid(control: HTMLElement): void {
    status.failed(messages.fix, false);
    control.focus();
  }
}

function showThanks(): void {
  const main = document.querySelector('main')!;
  const thanks = document.querySelector<HTMLTemplateElement>('#sent')!;
  main.replaceChildren(thanks.content.cloneNode(true));
  main.className = 'plain';
  const heading = main.querySelector('h1')!;
  document.title = heading.textContent;
  scrollTo(0, 0);
  heading.focus();
}

const parts = formParts();
if (parts) enhanceForm(parts);
