import { add } from './dom';
import type { WidgetForm } from './dialog';
import { knownEmail, label, lang, ownColor, page, script, slug } from './settings';
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
  let form: WidgetForm;
  let failures = 0;
  let openings = 0;

  const root = page.createElement('aside').attachShadow({ mode: 'open' });
  /** Next to the body, because frameworks replace its content. */
  const attach = () => root.isConnected || page.body?.after(root.host);
  // Frameworks that render the whole document accept no other element until they have done so, soon after it is loaded.
  const attachLater = (): unknown => setTimeout(page.readyState < 'd' ? attach : attachLater, 500);
  const dialog = add(root, 'dialog', { ariaLabel: label });
  /** The heading, and later messages. Screen readers announce changes of an <output>. */
  const message = add(dialog, 'output');
  // In English until the texts in the language of the visitor are loaded.
  add(dialog, BUTTON, { onclick: () => dialog.close() }, 'Close');

  /** The ID makes errors red. Assigning text to `scrollTop` scrolls to the top, where the message is. */
  const showMessage = (text: string, id?: string): undefined => {
    message.id = id!;
    (dialog.scrollTop as unknown) = message.value = text;
  };

  /** Anything without `error` isn't a response of the service. */
  const showError = ({ error }: { error?: { message: string } }) => {
    failures++;
    showMessage(error ? error.message : message.dataset.offline || 'No response. Retry', 'e');
  };

  /** Shows the form if it exists and is open. Anything without `data` is an error. Only the newest call has an effect. */
  const showForm = (email: string, opening = ++openings) => {
    Promise.race([
      Promise.all([
        fetch(formUrl + '/token?lang=' + lang).then((response) => response.json()),
        // A new URL after a failure, because browsers remember that a module could not be loaded.
        import(formUrl + '/dialog.js?' + failures),
        fetch(formUrl + '/dialog.css').then(async (response) => look.replace(await response.text())),
      ]),
      new Promise<never>((_, reject) => setTimeout(reject, 30_000, {})),
    ])
      .then(([response, module]) => {
        if (!response.data) throw response;
        if (opening === openings)
          form = module.show(
            { root, formUrl, add, paint, showMessage, color: ownColor, email, dataset: script.dataset },
            response.data,
            form,
          );
      })
      .catch((error) => opening === openings && showError(error));
  };

  /** Honeypot: hidden from people, so only bots fill it in. */
  add(root, 'input', { name: 'homepage', hidden: true });

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
        attach();
        // A page that removed it while it was open.
        dialog.close();
        dialog.showModal();
        // Its fields may not be read yet, and its message says that it is sending.
        if (form?.isSending) return;
        showMessage(label);
        form?.remove();
        showForm(options?.email || knownEmail);
      };
  attachLater();
  // Those that render it again replace its root element.
  new MutationObserver(attach).observe(page, { childList: true });
}
