import type { add } from './dom';
import type { FormToken } from './send';
import type { paint } from './style';

/** What the widget lends to the form in its dialog: a second copy would be another script to load. */
export interface Widget {
  readonly root: ShadowRoot;
  readonly formUrl: string;
  readonly add: typeof add;
  readonly paint: typeof paint;
  readonly showMessage: (text: string, id?: string) => void;
  /** The color and the address that the page has chosen. */
  readonly color: string | undefined;
  readonly email: string;
  /** The attributes of the script. */
  readonly dataset: DOMStringMap;
}

/** Also includes the proof of work, which takes slow phones some seconds. */
const TIMEOUT_MS = 30_000;

/** Keeps the input while the dialog is closed. */
export interface WidgetForm extends HTMLFormElement {
  isSending?: boolean;
  /** Resolves when the token is old enough to be sent; absent if it was used or rejected. */
  token?: Promise<FormToken> | undefined;
}

/** Shows the form under the message, with the texts and the settings of a token. Creates it if it does not exist. */
export function show(widget: Widget, token: FormToken, form: WidgetForm = createForm(widget)): WidgetForm {
  const { root, paint, color } = widget;
  const [optional, offline, sending] = token.words.slice(-3);
  paint(color || token.accent, optional);
  form.token = new Promise((resolve) => setTimeout(resolve, token.wait_ms, token));
  const email = form.querySelector<HTMLInputElement>('[type=email]');
  if (email) {
    email.value ||= widget.email;
    email.required = token.email_field === 'required';
  }
  const words = [...token.words];
  // A token of the page says who the visitor is.
  if (token.email_field === 'hidden' || userToken(widget.dataset)) email?.parentElement!.remove();
  // The label of the email field follows two others.
  if (token.email_field !== 'hidden' && !form.contains(email)) words.splice(2, 1);
  const message = root.querySelector('output')!;
  Object.assign(message.parentElement!, { lang: token.language, dir: token.direction });
  message.dir = token.direction;
  Object.assign(message.dataset, { offline, sending });
  message.after(form);
  // The labels of the fields that are left, the button to send, and the one to close.
  for (const [i, element] of [...root.querySelectorAll('label, dialog button')].entries())
    (element.firstChild as Text).data = words[i]!;
  form.querySelector('input')!.focus();
  return form;
}

function createForm(widget: Widget): WidgetForm {
  const { root, formUrl, add, showMessage } = widget;
  const form: WidgetForm = add(root.querySelector('dialog')!, 'form');
  /** The space becomes the label. */
  const field = (properties: object, tag: 'input' | 'textarea' = 'input') =>
    add(add(form, 'label', 0, ' '), tag, properties);
  field({ required: true });
  field({ rows: 4 }, 'textarea');
  field({ type: 'email' });
  add(form, 'button', 0, ' ');

  async function submit(): Promise<void> {
    const token = await (form.token ?? newToken());
    form.token = undefined;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await Promise.race([
      // A new URL for each attempt, because browsers remember that a module could not be loaded.
      import(`${formUrl}/send.js?${token.expires_at}`).then(({ send }) =>
        send(formUrl, token, root, signal, userToken(widget.dataset), widget.dataset['context']),
      ),
      // A signal can't end an import.
      new Promise((_, reject) => (signal.onabort = reject)),
    ]);
  }

  async function newToken(): Promise<FormToken> {
    const response = await (
      await fetch(`${formUrl}/token?lang=${root.querySelector('dialog')!.lang}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    ).json();
    // Anything without `data` is an error.
    if (!response.data) throw response;
    return show(widget, response.data, form).token!;
  }

  form.onsubmit = (event) => {
    event.preventDefault();
    if (form.isSending) return;
    form.isSending = true;
    const { offline = '', sending = '' } = root.querySelector('output')!.dataset;
    showMessage(sending);
    submit()
      // Keeps the input. Anything without `error` isn't a response of the service.
      .catch(({ error }: { error?: { message: string } }) => showMessage(error?.message ?? offline, 'e'))
      .finally(() => (form.isSending = false));
  };
  return form;
}

/** What a page can change at any time, because a token expires before the page is closed. */
interface Registry {
  readonly feedbackWidget?: { readonly token?: string };
}

/** The newest token that says who the visitor is; undefined without one. */
const userToken = ({ token }: DOMStringMap): string | undefined =>
  (self as Registry).feedbackWidget?.token || token || undefined;
