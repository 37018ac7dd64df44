import { ACCOUNT_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '@libs/contract';
import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';

type SettingsField = 'name' | 'email' | 'password';

const texts = t.settings.errors;

/** The error message for a field; null if the error doesn't concern it. */
export function fieldError(field: SettingsField, error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const fieldIssue = error.fields[field];
  if (!fieldIssue) return null;
  switch (fieldIssue.code) {
    case 'empty_value':
    case 'missing_required_field':
      return texts.missing[field];
    case 'invalid_characters':
      return texts.characters;
    case 'invalid_format':
      return texts.emailFormat;
    case 'email_taken':
      return texts.emailTaken;
    case 'name_taken':
      return texts.nameTaken;
    case 'too_short':
      return texts.tooShort(PASSWORD_MIN);
    case 'too_long':
      return field === 'name' ? texts.nameTooLong(ACCOUNT_NAME_MAX) : tooLongText(field, fieldIssue.message);
    case 'invalid_value':
      return field === 'password' ? weakPasswordText(fieldIssue.message) : fieldIssue.message;
    default:
      return fieldIssue.message;
  }
}

function tooLongText(field: SettingsField, message: string): string {
  return field === 'password' ? texts.tooLong(PASSWORD_MAX) : message;
}

/** Distinguishes by the message, because weak passwords share one code. */
function weakPasswordText(message: string): string {
  return /account name|email/.test(message) ? texts.guessable : texts.common;
}
