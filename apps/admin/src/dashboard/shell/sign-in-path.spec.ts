import { pathAfterSignIn, signInPath } from './sign-in-path';

describe('signing in and back', () => {
  it('remembers the whole place', () => {
    const path = signInPath({ pathname: '/inbox', search: '?q=a b&item=1', hash: '#x' });
    const { searchParams } = new URL(path, 'http://localhost');
    expect(pathAfterSignIn(searchParams.get('next'), '/')).toBe('/inbox?q=a b&item=1#x');
  });

  it('has nothing to remember of the first page', () =>
    expect(signInPath({ pathname: '/', search: '', hash: '' })).toBe('/sign-in'));

  it('goes where one usually goes when there is no place', () =>
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
  ])('leads nowhere else: %j', (next) => expect(pathAfterSignIn(next, '/inbox')).toBe('/inbox'));
});
