import type { ItemRequest } from '@libs/contract';
import { changeOf, numberOf, readRequest, textsOf } from './request-fields';

const stored: ItemRequest = {
  id: 'r',
  feedback_id: 'a',
  email: 'eve@example.com',
  name: 'Eve',
  company: null,
  value: 1200.5,
  quote: null,
  link: null,
  count: 1,
  source: 'api',
  confirmed_at: null,
  verified: false,
  created_at: '2026-03-04T09:00:00.000Z',
};

describe('numberOf', () => {
  it.each([
    ['1200', 1200],
    ['1200.5', 1200.5],
    ['1200,50', 1200.5],
    ['1,200', 1200],
    ['1,200,000.25', 1_200_000.25],
    ['0', 0],
  ])('reads %j as %d', (text, number) => expect(numberOf(text)).toBe(number));

  it.each(['1.200', '1.200,50', '12.345', '-1', '1e3', '$5', 'five', '1,20,0', '0x10'])(
    'does not guess what %j means',
    (text) => expect(numberOf(text)).toBeNaN(),
  );
});

/** requests.md 1 */
describe('readRequest', () => {
  it('reads what is filled, and trims it', () => {
    expect(readRequest({ email: ' eve@example.com ', name: '', value: '1,200', count: ' ' })).toEqual({
      request: { email: 'eve@example.com', value: 1200 },
      invalid: [],
    });
  });

  it('names the invalid fields', () => {
    const texts = {
      email: 'eve',
      name: 'a\nb',
      company: 'x'.repeat(101),
      value: '-1',
      quote: 'x'.repeat(1_001),
      link: 'javascript:alert(1)',
      count: '1.5',
    };
    expect(readRequest(texts).invalid).toEqual(Object.keys(texts));
    expect(readRequest({ email: 'eve@example.com', count: '2' }).invalid).toEqual(['count']);
    expect(readRequest({ company: 'Acme', count: '2' }).invalid).toEqual([]);
  });
});

describe('changeOf', () => {
  it('has only what changed, and null for a cleared field', () => {
    const texts = textsOf(stored);
    expect(changeOf(stored, texts)).toEqual({});
    expect(changeOf(stored, { ...texts, name: ' ', company: 'Acme', value: '1,200.50' })).toEqual({
      name: null,
      company: 'Acme',
    });
  });

  it('resets a cleared number of people to 1', () => {
    const several = { ...stored, email: null, count: 12 };
    expect(changeOf(several, { ...textsOf(several), count: '' })).toEqual({ count: 1 });
    expect(changeOf(several, { ...textsOf(several), count: '13' })).toEqual({ count: 13 });
  });
});
