import type { FormField, FormMessages } from '@libs/contract';

export type Control = HTMLInputElement | HTMLTextAreaElement;

export interface FormParts {
  readonly form: HTMLFormElement;
  /** `submitter_email` is absent if the account hides it. */
  readonly fields: {
    readonly title: Control;
    readonly description: Control;
    readonly submitter_email?: Control;
  };
  readonly button: HTMLButtonElement;
  readonly status: HTMLElement;
  readonly messages: FormMessages;
}

/** Finds the parts of the server-rendered page; null if it has no form. */
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

/** The value of a hidden control. */
export const hiddenValue = (form: HTMLFormElement, name: string): string =>
  (form.elements.namedItem(name) as HTMLInputElement).value;

/** A number in the language of the page. */
export const shown = (value: number): string => value.toLocaleString(document.documentElement.lang);
