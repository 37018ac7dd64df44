import { originProblem } from './origin';

describe('originProblem', () => {
  it.each([
    'https://www.example.com',
    'http://localhost:5173',
    'https://example.com:8443',
    'https://xn--bcher-kva.example',
    'http://[::1]:3000',
  ])('is null for %s', (origin) => {
    expect(originProblem(origin)).toBeNull();
  });

  it.each([
    ['https://www.example.com/', 'https://www.example.com'],
    ['https://www.example.com/contact?x=1', 'https://www.example.com'],
    ['https://WWW.Example.com', 'https://www.example.com'],
    ['https://example.com:443', 'https://example.com'],
    [' https://example.com', 'https://example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://user:secret@example.com', 'https://example.com'],
  ])('suggests what a browser sends for %s', (text, suggestion) => {
    expect(originProblem(text)).toEqual({ kind: 'not_as_sent', suggestion });
  });

  it.each([
    ['www.example.com', 'https://www.example.com'],
    ['example.com/shop', 'https://example.com'],
    ['localhost:5173', 'http://localhost:5173'],
    ['*', null],
    ['null', null],
    ['', null],
    ['ftp://example.com', null],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('guesses the origin for %p', (text, suggestion) => {
    expect(originProblem(text)).toEqual({ kind: 'not_an_address', suggestion });
  });
});
