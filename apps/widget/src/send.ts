import { pageContext } from './page-context';

/** The fields of `GET /f/<slug>/token` that the widget uses. */
export interface FormToken {
  readonly token: string;
  readonly wait_ms: number;
  readonly expires_at: string;
  readonly email_field: 'hidden' | 'optional' | 'required';
  readonly accent: string;
  readonly thanks: string;
  readonly thanks_heading: string;
  readonly language: string;
  readonly direction: string;
  /**
   * The labels of the fields that the form has, those of the buttons that send and close, the word for fields that can stay
   * empty, and the messages without a response and while sending.
   */
  readonly words: readonly string[];
  readonly challenge: object | null;
}

/**
 * Sends what the visitor typed, and then shows the thank-you message instead of the form. Rejects with the response of the service if it isn't stored.
 * @param root of the widget: labels with title, description, and email address if the form asks for it; the honeypot
 * @param userToken says who the visitor is
 * @param context JSON of what the page adds
 */
export async function send(
  formUrl: string,
  { token, challenge, ...texts }: FormToken,
  root: ShadowRoot,
  signal: AbortSignal,
  userToken?: string,
  context?: string,
): Promise<void> {
  const [title, description, email] = root.querySelectorAll<HTMLInputElement>('label>*');
  const honeypot = root.querySelector<HTMLInputElement>('[name=homepage]');
  const response = await fetch(formUrl + '?source=widget&lang=' + texts.language, {
    method: 'POST',
    signal,
    // A blob carries its content type.
    body: await Response.json({
      title: title?.value,
      description: description?.value,
      submitter_email: email?.value,
      homepage: honeypot?.value,
      form_token: token,
      token: userToken,
      context: pageContext(location, navigator.language, context),
      proof: challenge && (await (await import('./proof')).of(challenge)),
    }).blob(),
  });
  const body = await response.json();
  if (!body.data) throw body;
  showThanks(texts, root);
}

function showThanks(
  { thanks, thanks_heading: heading }: Pick<FormToken, 'thanks' | 'thanks_heading'>,
  root: ShadowRoot,
): void {
  const form = root.querySelector('form')!;
  form.reset();
  form.remove();
  const message = root.querySelector('output')!;
  message.value = heading;
  // `innerText` keeps the owner's line breaks. The next message replaces both.
  message.append(Object.assign(document.createElement('p'), { innerText: thanks, dir: 'auto' }));
  root.querySelector<HTMLElement>('dialog>button')!.focus();
}
