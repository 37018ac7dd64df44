import type { FormField, FormMessages } from '@libs/contract';

export type Control = HTMLInputElement | HTMLTextAreaElement;

export interface FormParts {
  readonly form: HTMLFormElement;
  /** The e-mail field is there only when the owner asks for it. */
  readonly fields: {
    readonly title: Control;
    readonly description: Control;
    readonly submitter_email?: Control;
  };
  readonly button: HTMLButtonElement;
  readonly status: HTMLElement;
  readonly messages: FormMessages;
}

/** The page as the server wrote it; null on a page without a whole form. */
export function formParts(): FormParts | null {
  const form = document.querySelector('form');
  if (!form || !document.querySelector('#sent')) return null;
  const control = (name: FormField) => form.elements.namedItem(name) as Control;
  return {
    form,
    fields: {
      title: control('title'),
      description: control('description'),
      submitter_email: control('submitter_email') ?? undefined,
    },
    button: form.querySelector('button')!,
    status: form.querySelector('#status')!,
    messages: JSON.parse(form.dataset['words']!) as FormMessages,
  };
}

/** What a control that the page does not show to people holds. */
export const hiddenValue = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as HTMLInputElement).value;
