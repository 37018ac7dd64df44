export const EMAIL_FIELDS = ['hidden', 'optional', 'required'] as const;

/** Whether the form asks for the submitter's email address. */
export type EmailField = (typeof EMAIL_FIELDS)[number];

/** Whether the dashboard offers to tell followers of a new status, tells them, or does neither (status-messages.md 6). */
export const STATUS_MESSAGES = ['ask', 'always', 'never'] as const;
export type StatusMessages = (typeof STATUS_MESSAGES)[number];

export const FORM_HEADING_MAX = 100;
export const FORM_TEXT_MAX = 1000;
export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/;

/** Languages of public pages, the widget, and mail to visitors, as BCP 47 tags (form.md 9). */
export const LANGUAGES = [
  'en',
  'ar',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'fi',
  'fr',
  'hu',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'ru',
  'sk',
  'sv',
  'tr',
  'uk',
  'zh-Hans',
] as const;
export type Language = (typeof LANGUAGES)[number];
