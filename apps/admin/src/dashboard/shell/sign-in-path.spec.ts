import { pathAfterSignIn, signInPath } from './sign-in-path';

describe('signInPath and pathAfterSignIn', () => {
  it('keep the path, query, and fragment', () => {
    const path = signInPath({ pathname: '/inbox', search: '?q=a b&item=1', hash: '#x' });
    const { searchParams } = new URL(path, 'http://localhost');
    expect(pathAfterSignIn(searchParams.get('next'), '/')).toBe('/inbox?q=a b&item=1#x');
  });

  it('signInPath omits the start page', () =>
    expect(signInPath({ pathname: '/', search: '', hash: '' })).toBe('/sign-in'));

  it('pathAfterSignIn returns the default without a path', () =>
    expect(pathAfterSignIn(null, '/inbox')).toBe('/inbox'));

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\\b',
    '',
  ])('pathAfterSignIn rejects %j', (next) => expect(pathAfterSignIn(next, '/inbox')).toBe('/inbox'));
});
