import { ApiError } from '../dashboard/api/requests/client';
import { t } from '../messages';
import { fieldErrors, errorMessage } from './error-messages';

describe('errorMessage', () => {
  it('returns the message of the catalog', () =>
    expect(errorMessage(new ApiError(401, 'session_required', 'Sign in'))).toBe(t.errors.session_required));

  it('prefers the text of the page', () => {
    const texts = { session_required: 'Sign in again' };
    expect(errorMessage(new ApiError(401, 'session_required', 'Sign in'), texts)).toBe('Sign in again');
  });

  it('falls back to the message of the service', () =>
    expect(errorMessage(new ApiError(409, 'a_code_of_tomorrow', 'Too late'))).toBe('Too late'));

  it('contains the time to wait', () =>
    expect(errorMessage(new ApiError(429, 'rate_limit_exceeded', 'M', {}, 30))).toBe(t.errors.tooMany(30)));

  it('detects an error response of a proxy', () =>
    expect(errorMessage(new ApiError(502, 'unreadable', 'M'))).toBe(t.errors.service_unavailable));

  it('hides the details of internal errors', () =>
    expect(errorMessage(new TypeError('x is undefined'))).toBe(t.errors.unknown));

  it('ignores codes that are names of other properties', () => {
    expect(errorMessage(new ApiError(400, 'toString', 'Service'), {})).toBe('Service');
    expect(errorMessage(new ApiError(400, 'tooMany', 'Service'))).toBe('Service');
  });
});

describe('fieldErrors', () => {
  const error = new ApiError(400, 'invalid_request', 'M', {
    name: { code: 'too_long', message: 'Field is too long' },
    slug: { code: 'slug_taken', message: 'Taken' },
    other: { code: 'odd', message: 'Odd' },
  });

  it('prefers messages of the page, then of the catalog, then of the service', () =>
    expect(fieldErrors(error, { name: { too_long: 'Too long!' } })).toEqual({
      name: 'Too long!',
      slug: t.errors.slug_taken,
      other: 'Odd',
    }));

  it('is empty for an error without fields', () => {
    expect(fieldErrors(new ApiError(0, 'unreachable', 'M'))).toEqual({});
    expect(fieldErrors(null)).toEqual({});
  });
});
