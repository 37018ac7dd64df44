import type { DomainError } from '@libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertMediaType } from './media-type';

/** Whether a body with this content type is accepted; otherwise the code of the error. */
function resultOf(type: string, consumes = ['application/json']): string | true {
  const request = { method: 'POST', headers: { 'content-type': type, 'content-length': '2' } };
  try {
    assertMediaType(request as unknown as FastifyRequest, {} as FastifyReply, consumes);
    return true;
  } catch (error) {
    return (error as DomainError).code;
  }
}

/** conventions.md 7 */
describe('assertMediaType', () => {
  it.each([
    'application/json',
    'application/json;',
    'application/json; charset=utf-8;',
    'application/json;; charset=UTF-8 ; ;',
    'application/json; charset=utf8',
    'application/json; charset="UTF8"',
  ])('accepts %s', (type) => {
    expect(resultOf(type)).toBe(true);
  });

  it.each([
    '',
    ';',
    'application/jsonp',
    'application/json; charset=utf-16',
    'application/json; charset=utf',
    'application/json; charset=utf-8; charset=utf8',
    'application/json; charset=utf-8; header=present',
  ])('rejects %j', (type) => {
    expect(resultOf(type)).toBe('unsupported_content_type');
  });

  it('accepts header=present for CSV', () => {
    expect(resultOf('text/csv; header=present; charset=utf8;', ['text/csv'])).toBe(true);
  });
});
