import {
  FORM_HEADING_MAX,
  FORM_TEXT_MAX,
  SLUG_MAX,
  SLUG_MIN,
  SLUG_PATTERN,
  type EmailField,
  type FormChange,
  type FormSettings,
  type Language,
  type StatusMessages,
} from '@libs/contract';
import { codePoints, hasVisible, trimmed } from '@libs/kernel';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';
import { isColor } from './fields/color';

/** The settings as field values; an empty field means the default text or color. */
export interface FormDraft {
  readonly slug: string;
  readonly open: boolean;
  readonly heading: string;
  readonly introduction: string;
  readonly thanks: string;
  readonly accent: string;
  readonly email_field: EmailField;
  readonly language: Language | null;
  readonly receipts: boolean;
  readonly status_messages: StatusMessages;
  readonly require_identity: boolean;
}

export type FormErrors = Partial<Record<keyof FormDraft, string>>;

/** In code points, like on the server. */
export const TEXT_MAX = { heading: FORM_HEADING_MAX, introduction: FORM_TEXT_MAX, thanks: FORM_TEXT_MAX };
const texts = t.form.errors;

export function toDraft({ url: _url, aliases: _aliases, ...settings }: FormSettings): FormDraft {
  const { heading, introduction, thanks, accent } = settings;
  return {
    ...settings,
    heading: heading ?? '',
    introduction: introduction ?? '',
    thanks: thanks ?? '',
    accent: accent ?? '',
  };
}

/** The settings that the draft changes; empty if none. */
export function changedSettings(draft: FormDraft, saved: FormSettings): FormChange {
  const next: Required<FormChange> = {
    slug: draft.slug,
    open: draft.open,
    heading: storedText(draft.heading),
    introduction: storedText(draft.introduction),
    thanks: storedText(draft.thanks),
    accent: draft.accent === '' ? null : draft.accent.toLowerCase(),
    email_field: draft.email_field,
    language: draft.language,
    receipts: draft.receipts,
    status_messages: draft.status_messages,
    require_identity: draft.require_identity,
  };
  const names = Object.keys(next) as (keyof FormChange)[];
  return Object.fromEntries(
    names.filter((name) => next[name] !== saved[name]).map((name) => [name, next[name]]),
  );
}

/** Normalizes a text like the service: trimmed, and null without visible characters. */
function storedText(text: string): string | null {
  return hasVisible(text) ? trimmed(text) : null;
}

export function draftErrors(draft: FormDraft): FormErrors {
  const errors: Partial<Record<keyof FormDraft, string>> = {};
  if (!isSlug(draft.slug)) errors.slug = texts.slugRule;
  if (draft.accent !== '' && !isColor(draft.accent.toLowerCase())) errors.accent = texts.accent;
  for (const name of ['heading', 'introduction', 'thanks'] as const) {
    if (codePoints(trimmed(draft[name])) > TEXT_MAX[name]) errors[name] = texts.tooLong(TEXT_MAX[name]);
  }
  return errors;
}

const isSlug = (text: string): boolean =>
  text.length >= SLUG_MIN && text.length <= SLUG_MAX && SLUG_PATTERN.test(text);

/** The error messages for the fields that the service rejected; null if there are none. */
export function rejectedFields(error: unknown, draft: FormDraft): FormErrors | null {
  if (!(error instanceof ApiError)) return null;
  const errors: Partial<Record<keyof FormDraft, string>> = {};
  for (const name of Object.keys(draft) as (keyof FormDraft)[]) {
    const rejected = error.fields[name];
    if (rejected) errors[name] = fieldErrorText(name, rejected);
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

function fieldErrorText(name: keyof FormDraft, { code, message }: { code: string; message: string }): string {
  if (code === 'invalid_characters') return texts.characters;
  if (code === 'too_long' && name in TEXT_MAX) return texts.tooLong(TEXT_MAX[name as keyof typeof TEXT_MAX]);
  if (name !== 'slug') return message;
  if (code === 'slug_taken') return texts.slugTaken;
  return /reserved/.test(message) ? texts.slugReserved : texts.slugRule;
}
