export const EMAIL_FIELDS = ['hidden', 'optional', 'required'] as const;

/** Whether the form asks for the submitter's email address. */
export type EmailField = (typeof EMAIL_FIELDS)[number];
export const FORM_HEADING_MAX = 100;
export const FORM_TEXT_MAX = 1000;
export const ACCENT_PATTERN = /^#[0-9a-f]{6}$/;
