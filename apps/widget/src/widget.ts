import { add } from './dom';
import { knownEmail, label, page, script, slug } from './settings';
import { css } from './style';

/** What of `GET /f/<slug>/token` is used here. */
interface Admission {
  readonly token: string;
  readonly wait_ms: number;
  readonly email_field: 'hidden' | 'optional' | 'required';
  readonly challenge: object | null;
}
/** From the page; a click brings its event. */
type Options = { readonly email?: string; readonly type?: string };
type Open = (options?: Options) => void;
/** What the page sees as `feedbackWidget`: the newest widget's `open`, and each widget's by the address of its form. */
type Registry = { open?: Open } & Record<string, Open>;

/** Named here because a name of ours becomes one letter. */
const BUTTON = 'button';
const later = setTimeout;

/** A challenge lives ten minutes, and an address may become suspicious at any time: older news is asked for again. */
const FRESH_MS = 300_000;

/** Of the form; used as a text only. */
const address = new URL('f/' + slug, script.src) as unknown as string;
const widgets = ((self as unknown as { feedbackWidget?: Registry }).feedbackWidget ||= {} as Registry);

// A block and no function: the build has no room for one. The same script twice is one widget.
if (slug && !widgets[address]) {
  let admission: Promise<Admission> | 0;
  /** As long as it is something, a submission is on its way. */
  let sending: unknown;

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
  const homepage = add(form, 'input', { name: 'homepage', hidden: true });

  /** The data of an answer; rejects with any other. */
  const ask = (query: string, options?: RequestInit) =>
    fetch(address + query, options)
      .then((response) => response.json())
      .then((answer) => answer.data || Promise.reject(answer));

  /** Resolves when the token is old enough to be sent. */
  const admit = () =>
    (admission ||= ask('/token').then((answer: Admission, field = answer.email_field) => {
      later(() => (admission = 0), FRESH_MS);
      // hidden < o < optional < p < required
      // Every token response repeats this: the second time the label is gone, and `labels` is empty.
      if (field < 'o') email.parentElement!.remove();
      email.required = field > 'p';
      return new Promise((ripe) => later(ripe, answer.wait_ms, answer));
    }));

  /** A fault is red, by its id. Who has scrolled down to the button sees it: a text is no number, and so the top. */
  const say = (text: string, id?: string): undefined => {
    message.id = id!;
    (dialog.scrollTop as unknown) = message.value = text;
  };

  /** The text stays, and another try begins with a new token. What has no `error` is no answer of ours. */
  const fail = ({ error }: { error?: { message: string } }) => {
    sending = admission = 0;
    say(error ? error.message : 'No answer. Try again', 'e');
  };

  add(form, BUTTON, 0, 'Send');
  // What is on its way is not sent again. `false` keeps the browser from sending the form itself.
  form.onsubmit = () => {
    return !(sending ||=
      say('Sending') ||
      admit()
        .then(async ({ token, challenge }) =>
          ask('?source=widget', {
            method: 'POST',
            // A blob has its type with it.
            body: await Response.json({
              title: title.value,
              description: description.value || null,
              submitter_email: email.value || null,
              homepage: homepage.value,
              form_token: token,
              proof: challenge && (await (await import(address + '/proof.js')).of(challenge)),
            }).blob(),
          }),
        )
        .then(() => {
          sending = admission = 0;
          form.reset();
          form.remove();
          say('Thank you');
          close.focus();
        }, fail));
  };

  (root.adoptedStyleSheets = [new CSSStyleSheet()])[0]!.replaceSync(css());

  const button = add(root, BUTTON, 0, label);
  button.onclick =
    widgets.open =
    widgets[address] =
      (options?: Options) => {
        email.value ||= options?.email || knownEmail;
        say(label);
        message.after(form);
        dialog.showModal();
        admit().catch(fail);
      };
}
