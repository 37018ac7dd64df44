import type { FormMessages } from '@libs/contract';

export type FormFieldName = 'title' | 'description' | 'submitter_email';

/** A heading and a sentence. */
export type Failure = readonly [heading: string, sentence: string];

/** The texts of the form, its error pages, and the widget. The form settings of an account replace some of them. */
export interface FormTexts {
  readonly heading: (account: string) => string;
  readonly introduction: string;
  readonly fields: Readonly<Record<FormFieldName, string>>;
  /** Follows the label of a field that can be left empty. */
  readonly optional: string;
  readonly emailHint: string;
  /** The label of a field that only programs see. */
  readonly honeypot: string;
  readonly privacy: string;
  readonly thanksHeading: string;
  readonly thanks: (account: string) => string;
  readonly more: string;
  /** The label of the button that closes the widget. */
  readonly close: string;
  readonly closedHeading: string;
  readonly closed: (account: string) => string;
  readonly kept: string;
  readonly textToCopy: string;
  /** @param when such as `in 5 minutes` */
  readonly again: (when: string) => string;
  /** The title of a page with errors. */
  readonly problem: (heading: string) => string;
  /** A message about a field, with the label of the field. */
  readonly labeled: (label: string, message: string) => string;
  readonly failures: {
    /** The form needs an identity token. */
    readonly identity: Failure;
    readonly notFound: Failure;
    readonly full: Failure;
    readonly gone: Failure;
    readonly tooLong: Failure;
    readonly tooMany: Failure;
    readonly unavailable: Failure;
    readonly other: Failure;
  };
  readonly messages: FormMessages;
}
