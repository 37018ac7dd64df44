import { add } from './dom';
import type { FormToken } from './send';
import { knownEmail, label, ownColor, page, script, slug } from './settings';
import { look, paint, sheet } from './style';

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

  const root = page.createElement('aside').attachShadow({ mode: 'open' });
  /** Next to the body, because frameworks replace its content. */
  const attach = () => root.isConnected || page.body?.after(root.host);
  // Frameworks that render the whole document accept no other element until they have done so, soon after it is loaded.
  const attachLater = (): unknown => setTimeout(page.readyState < 'd' ? attach : attachLater, 500);
  const dialog = add(root, 'dialog', { ariaLabel: label });
  /** The heading, and later messages. Screen readers announce changes of an <output>. */
  const message = add(dialog, 'output');
  const form = add(dialog, 'form');
  const field = (text: string, properties: object, tag: 'input' | 'textarea' = 'input') =>
    add(add(form, 'label', 0, text), tag, properties);
  const title = field('Title', { required: true });
  add(dialog, BUTTON, { onclick: () => dialog.close() }, 'Close');
  field('Details', { rows: 4 }, 'textarea');
  const email = field('Email', { type: 'email' });

  /** Shows the form if it exists and is open. Resolves when the token is old enough to be sent. */
  const requestToken = () =>
    (formToken = Promise.all([
      fetch(formUrl + '/token').then((response) => response.json()),
      fetch(formUrl + '/dialog.css').then(async (response) => look.replace(await response.text())),
    ])
      // Anything without `data` is an error.
      .then(([response]) => response.data || Promise.reject(response))
      .then((response: FormToken, field = response.email_field) => {
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

  /** Honeypot: hidden from people, so only bots fill it in. */
  add(root, 'input', { name: 'homepage', hidden: true });
  add(form, BUTTON, 0, 'Send');
  // Ignored while a submission is in progress. `false` keeps the browser from submitting the form.
  form.onsubmit = () => {
    return !(submission ||=
      showMessage('Sending') ||
      (formToken || requestToken())
        // A new URL for each attempt, because browsers remember that a module could not be loaded.
        .then(async (token) => {
          submission = formToken = await (
            await import(formUrl + '/send.js?' + token.expires_at)
          ).send(formUrl, token, root);
        })
        .catch(showError));
  };

  // Listeners of the page see the host as the target of keys in fields, and would treat them as shortcuts.
  dialog.onkeydown = dialog.onkeyup = dialog.onkeypress = (event) => event.stopPropagation();
  root.adoptedStyleSheets = [sheet, look];
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
        attach();
        // A page that removed it while it was open.
        dialog.close();
        dialog.showModal();
        requestToken().catch(showError);
      };
  attachLater();
  // Those that render it again replace its root element.
  new MutationObserver(attach).observe(page, { childList: true });
}
