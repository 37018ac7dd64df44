import { admissionAt } from './form-token';
import { countCharacters } from './character-count';
import { formParts, type FormParts } from './form-parts';
import { firstFault, showFault, watchFaults } from './field-errors';
import { send, type Outcome } from './submit';
import { startStatus, type Status } from './submit-status';

/** The page works without this; with it nothing typed ever leaves the screen before it has arrived. */
function improve(parts: FormParts): void {
  const { form, fields, words } = parts;
  const admission = admissionAt(form.action);
  const status = startStatus(parts);
  countCharacters(fields.title, words);
  watchFaults(parts, () => status.clear());
  // Asked while somebody writes, so that sending does not have to wait for it.
  form.addEventListener('input', () => void admission.refresh(), { once: true });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (status.isIdle()) void submit();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });

  async function submit(): Promise<void> {
    const fault = firstFault(parts);
    if (fault) return refuse(fault);
    status.busy();
    const outcome = await send(parts, admission);
    if (outcome.kind === 'sent') return showThanks();
    show(outcome, status);
  }

  function show(outcome: Exclude<Outcome, { kind: 'sent' }>, { failed, wait }: Status): void {
    if (outcome.kind === 'wait') return wait(outcome.seconds);
    if (outcome.kind === 'failed') return failed(words[outcome.words], outcome.words !== 'closed');
    for (const { param, code, message } of outcome.issues) showFault(parts, param, code, message);
    const first = outcome.issues.find(({ param }) => param in fields);
    if (first) refuse(fields[first.param as keyof typeof fields]!);
    else failed(outcome.issues[0]?.message ?? words.failed, true);
  }

  function refuse(control: HTMLElement): void {
    status.failed(words.fix, false);
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
if (parts) improve(parts);
