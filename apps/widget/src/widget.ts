import { add } from './dom';
import { knownEmail, label, ownColor, page, script, slug } from './settings';
import { paint, sheet } from './style';

/** The fields of `GET /f/<slug>/token` that the widget uses. */
interface FormToken {
  readonly token: string;
  readonly wait_ms: number;
  readonly email_field: 'hidden' | 'optional' | 'required';
  readonly accent: string;
  readonly thanks: string;
  readonly challenge: object | null;
}
/** Options of `open()`. `type` is there because a click passes its event. */
type Options = { readonly email?: string; readonly type?: string };
type Open = (options?: Options) => void;
/** `window.feedbackWidget`: `open` of the newest widget, and of each widget by its form URL. */
type Registry = { open?: Open } & Record<string, Open>;

/** A constant, because the minifier shortens its name to one letter. */
const BUTTON = 'button';

/** Only used as a string. */
const formUrl = new URL('f/' + slug, script.src) as unknown as string;
const widgets = ((self as unknown as { feedbackWidget?: Registry }).feedbackWidget ||= {} as Registry);

// A block instead of a function with a return, to save bytes. A script included twice creates one widget.
if (!widgets[formUrl]) {
  let formToken: Promise<FormToken> | 0;
  /** Truthy while a submission is in progress. */
  let submission: unknown;

  // Next to the body: it may not exist yet, and frameworks replace its content.
  const root = add(page.children[0]!, 'aside').attachShadow({ mode: 'open' });
  const dialog = add(root, 'dialog', { ariaLabel: label });
  /** The heading, and later messages. Screen readers announce changes of an <output>. */
  const message = add(dialog, 'output');
  const form = add(dialog, 'form');
  const close = add(dialog, BUTTON, { onclick: () => dialog.close() }, 'Close');
  const field = (text: string, properties: object, tag: 'input' | 'textarea' = 'input') =>
    add(add(form, 'label', 0, text), tag, properties);
  const title = field('Title', { required: true });
  const description = field('Details', { rows: 4 }, 'textarea');
  const email = field('Email', { type: 'email' });
  /** Honeypot: hidden from people, so only bots fill it in. */
  const homepage = add(root, 'input', { name: 'homepage', hidden: true });

  /** Resolves with the `data` of a response. Rejects with any other response. */
  const request = (query: string, options?: RequestInit) =>
    fetch(formUrl + query, options)
      .then((response) => response.json())
      .then((response) => response.data || Promise.reject(response));

  /** Shows the form if it exists and is open. Resolves when the token is old enough to be sent. */
  const requestToken = () =>
    (formToken = request('/token').then((response: FormToken, field = response.email_field) => {
      paint(ownColor || response.accent);
      // hidden < o < optional < p < required
      // Runs for every token response. The second time, the label is already removed and `labels` is empty.
      if (field < 'o') (email.parentNode as Element).remove();
      email.required = field > 'p';
      message.after(form);
      title.focus();
      return new Promise((resolve) => setTimeout(resolve, response.wait_ms, response));
    }));

  /** The ID makes errors red. Assigning text to `scrollTop` scrolls to the top, where the message is. */
  const showMessage = (text: string, id?: string): undefined => {
    message.id = id!;
    (dialog.scrollTop as unknown) = message.value = text;
  };

  /** Keeps the input; a retry gets a new token. Anything without `error` isn't a response of the service. */
  const showError = ({ error }: { error?: { message: string } }) => {
    submission = formToken = 0;
    showMessage(error ? error.message : 'No response. Retry', 'e');
  };

  add(form, BUTTON, 0, 'Send');
  // Ignored while a submission is in progress. `false` keeps the browser from submitting the form.
  form.onsubmit = () => {
    return !(submission ||=
      showMessage('Sending') ||
      (formToken || requestToken())
        .then(async ({ token, challenge, thanks }) => {
          await request('?source=widget', {
            method: 'POST',
            // A blob carries its content type.
            body: await Response.json({
              title: title.value,
              description: description.value,
              submitter_email: email.value,
              homepage: homepage.value,
              form_token: token,
              proof: challenge && (await (await import(formUrl + '/proof.js')).of(challenge)),
            }).blob(),
          });
          submission = formToken = 0;
          form.reset();
          form.remove();
          showMessage('Thank you');
          // `innerText` keeps the owner's line breaks. The next message replaces both.
          add(message, 'p', 0, thanks);
          close.focus();
        })
        .catch(showError));
  };

  root.adoptedStyleSheets = [sheet];
  // Close to the default accent, but three bytes shorter.
  paint(ownColor || '#35d');

  const button = add(root, BUTTON, 0, label);
  button.onclick =
    widgets.open =
    widgets[formUrl] =
      (options?: Options) => {
        email.value ||= options?.email || knownEmail;
        showMessage(label);
        form.remove();
        dialog.showModal();
        requestToken().catch(showError);
      };
}
