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

  it('accepts these names as values', () => {
    expect(jsonOf(Buffer.from('{"title":"__proto__","constructor":"prototype"}'))).toEqual({
      title: '__proto__',
      constructor: 'prototype',
    });
  });
});
