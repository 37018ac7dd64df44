import { add } from './dom';
import { knownEmail, label, ownColor, page, script, slug } from './settings';
import { paint, sheet } from './style';

/** What of `GET /f/<slug>/token` is used here. */
interface FormToken {
  readonly token: string;
  readonly wait_ms: number;
  readonly email_field: 'hidden' | 'optional' | 'required';
  readonly accent: string;
  readonly thanks: string;
  readonly challenge: object | null;
}
/** From the page; a click brings its event. */
type Options = { readonly email?: string; readonly type?: string };
type Open = (options?: Options) => void;
/** What the page sees as `feedbackWidget`: the newest widget's `open`, and each widget's by the address of its form. */
type Registry = { open?: Open } & Record<string, Open>;

/** Named here because a name of ours becomes one letter. */
const BUTTON = 'button';

/** Of the form; used as a text only. */
const formUrl = new URL('f/' + slug, script.src) as unknown as string;
const widgets = ((self as unknown as { feedbackWidget?: Registry }).feedbackWidget ||= {} as Registry);

// A block and no function: the build has no room for one. The same script twice is one widget.
if (!widgets[formUrl]) {
  let formToken: Promise<FormToken> | 0;
  /** As long as it is something, a submission is on its way. */
  let submission: unknown;

  // Beside the body, which may not be there yet, and whose frameworks replace what is in it.
  const root = add(page.children[0]!, 'aside').attachShadow({ mode: 'open' });
  const dialog = add(root, 'dialog', { ariaLabel: label });
  /** The heading, and what there is to say: an <output> is announced when it changes. */
  const message = add(dialog, 'output');
  const form = add(dialog, 'form');
  const close = add(dialog, BUTTON, { onclick: () => dialog.close() }, 'Close');
  const field = (text: string, properties: object, tag: 'input' | 'textarea' = 'input') =>
    add(add(form, 'label', 0, text), tag, properties);
  const title = field('Title', { required: true });
  const description = field('Description', { rows: 4 }, 'textarea');
  const email = field('Email', { type: 'email' });
  /** People do not see it; what fills it in is a machine. */
  const homepage = add(root, 'input', { name: 'homepage', hidden: true });

  /** The data of an answer; rejects with any other. */
  const request = (query: string, options?: RequestInit) =>
    fetch(formUrl + query, options)
      .then((response) => response.json())
      .then((response) => response.data || Promise.reject(response));

  /** Shows the form where there is an open one. Resolves when the token is old enough to be sent. */
  const requestToken = () =>
    (formToken = request('/token').then((response: FormToken, field = response.email_field) => {
      paint(ownColor || response.accent);
      // hidden < o < optional < p < required
      // Every token response repeats this: the second time the label is gone, and `labels` is empty.
      if (field < 'o') (email.parentNode as Element).remove();
      email.required = field > 'p';
      message.after(form);
      title.focus();
      return new Promise((resolve) => setTimeout(resolve, response.wait_ms, response));
    }));

  /** A fault is red, by its id. Who has scrolled down to the button sees it: a text is no number, and so the top. */
  const showMessage = (text: string, id?: string): undefined => {
    message.id = id!;
    (dialog.scrollTop as unknown) = message.value = text;
  };

  /** The text stays, and another try begins with a new token. What has no `error` is no answer of ours. */
  const showError = ({ error }: { error?: { message: string } }) => {
    submission = formToken = 0;
    showMessage(error ? error.message : 'No reply. Retry', 'e');
  };

  add(form, BUTTON, 0, 'Send');
  // What is on its way is not sent again. `false` keeps the browser from sending the form itself.
  form.onsubmit = () => {
    return !(submission ||=
      showMessage('Sending') ||
      (formToken || requestToken())
        .then(async ({ token, challenge, thanks }) => {
          await request('?source=widget', {
            method: 'POST',
            // A blob has its type with it.
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
          // A line break of the owner's is one here, too. The next message takes the place of both.
          add(message, 'p', 0, thanks);
          close.focus();
        })
        .catch(showError));
  };

  root.adoptedStyleSheets = [sheet];
  // The product's color, nearly: three bytes shorter.
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
