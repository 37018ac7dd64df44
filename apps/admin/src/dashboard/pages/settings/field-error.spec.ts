import { ApiError } from '../../api/requests/client';
import { t } from '../../../messages';
import { fieldError } from './field-error';

const texts = t.settings.errors;
const rejection = (field: string, code: string, message = 'Service message') =>
  new ApiError(400, code, message, { [field]: { code, message } });

describe('fieldError', () => {
  it.each([
    ['name', 'empty_value', '', texts.missing.name],
    ['name', 'too_long', '', texts.nameTooLong(100)],
    ['email', 'invalid_format', '', texts.emailFormat],
    ['email', 'email_taken', '', texts.emailTaken],
    ['name', 'name_taken', '', texts.nameTaken],
    ['password', 'too_short', '', texts.tooShort(12)],
    ['password', 'too_long', '', texts.tooLong(128)],
    [
      'password',
      'invalid_value',
      'must not contain the account name or parts of the email address',
      texts.guessable,
    ],
    ['password', 'invalid_value', 'must not be easy to guess', texts.common],
  ] as const)('returns the message for %s: %s %s', (field, code, message, text) => {
    expect(fieldError(field, rejection(field, code, message))).toBe(text);
  });

  it('falls back to the message of the service', () => {
    expect(fieldError('email', rejection('email', 'too_long'))).toBe('Service message');
    expect(fieldError('name', rejection('name', 'new_code'))).toBe('Service message');
  });

  it('is null for other fields and other errors', () => {
    expect(fieldError('email', rejection('name', 'too_long'))).toBeNull();
    expect(fieldError('email', new ApiError(503, 'service_unavailable', 'Later'))).toBeNull();
  });
});
