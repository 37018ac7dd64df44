import { ApiError } from '../dashboard/api/client';
import { t } from '../messages';
import { fieldErrors, errorMessage } from './error-messages';

describe('errorMessage', () => {
  it('says what the catalogue says', () =>
    expect(errorMessage(new ApiError(401, 'session_required', 'Sign in'))).toBe(t.errors.session_required));

  it('falls back to the words of the service', () =>
    expect(errorMessage(new ApiError(409, 'a_code_of_tomorrow', 'Too late'))).toBe('Too late'));

  it('says how long to wait', () =>
    expect(errorMessage(new ApiError(429, 'rate_limit_exceeded', 'M', {}, 30))).toBe(t.errors.tooMany(30)));

  it('knows a proxy that answers in place of the service', () =>
    expect(errorMessage(new ApiError(502, 'unreadable', 'M'))).toBe(t.errors.service_unavailable));

  it('tells nobody the insides of a fault of our own', () =>
    expect(errorMessage(new TypeError('x is undefined'))).toBe(t.errors.unknown));

  it('takes no code for the name of something else', () => {
    expect(errorMessage(new ApiError(400, 'toString', 'Service'))).toBe('Service');
    expect(errorMessage(new ApiError(400, 'tooMany', 'Service'))).toBe('Service');
  });
});

describe('fieldErrors', () => {
  const error = new ApiError(400, 'invalid_request', 'M', {
    name: { code: 'too_long', message: 'Field is too long' },
    slug: { code: 'slug_taken', message: 'Taken' },
    other: { code: 'odd', message: 'Odd' },
  });

  it('prefers the page’s words, then the catalogue’s, then the service’s', () =>
    expect(fieldErrors(error, { name: { too_long: 'Too long!' } })).toEqual({
      name: 'Too long!',
      slug: t.errors.slug_taken,
      other: 'Odd',
    }));

  it('has nothing to say beside fields of what names none', () => {
    expect(fieldErrors(new ApiError(0, 'unreachable', 'M'))).toEqual({});
    expect(fieldErrors(null)).toEqual({});
  });
});
