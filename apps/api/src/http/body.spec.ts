import type { DomainError } from '@libs/kernel';
import { jsonOf } from './body';

const errorOf = (text: string): unknown[] => {
  try {
    jsonOf(Buffer.from(text));
    return [];
  } catch (error) {
    const { code, message } = error as DomainError;
    return [code, message];
  }
};

describe('jsonOf', () => {
  it.each([
    ['{"__proto__":{"a":1}}', 'unknown_field', 'Unknown field: __proto__'],
    ['\ufeff{"title":"T","\\u005f_proto__":1}', 'unknown_field', 'Unknown field: __proto__'],
    ['[{"a":{"__proto__":null}}]', 'unknown_field', 'Unknown field: __proto__'],
    ['{"constructor":{"prototype":{}}}', 'unknown_field', 'Unknown field: constructor'],
    ['{"__proto__":{"a":1}', 'malformed_json', 'Request body is not valid JSON'],
  ])('rejects %s with %s', (text, code, message) => {
    expect(errorOf(text)).toEqual([code, message]);
  });

  it.each(['{"a":[{},{}],"__proto__":1}', '{"constructor":{"prototype":{}}}', '{"a":', '{"a":1}'])(
    'parses %s once',
    (text) => {
      const parse = jest.spyOn(JSON, 'parse');
      errorOf(text);
      expect(parse).toHaveBeenCalledTimes(1);
      parse.mockRestore();
    },
  );

  /** conventions.md 7 */
  it('parses at most 32 levels and 10,000 values', () => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(errorOf(`{"a":[${'1,'.repeat(10_000)}1]}`)).toEqual([
      'invalid_body',
      'Request body has more than 10000 values',
    ]);
    expect(errorOf(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`)).toEqual([
      'invalid_body',
      'Request body is nested more than 32 levels deep',
    ]);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('accepts these names as values', () => {
    expect(jsonOf(Buffer.from('{"title":"__proto__","constructor":"prototype"}'))).toEqual({
      title: '__proto__',
      constructor: 'prototype',
    });
  });
});
