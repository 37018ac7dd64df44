import type { ItemRequest } from '@libs/contract';
import { hostOf, whoAsks } from './request-facts';

const request = (more: Partial<ItemRequest>) =>
  ({ name: null, email: null, company: null, count: 1, ...more }) as ItemRequest;

describe('whoAsks', () => {
  it.each([
    [{ name: 'Eve', email: 'eve@example.com', company: 'Acme' }, 'Eve'],
    [{ email: 'eve@example.com', company: 'Acme' }, 'eve@example.com'],
    [{ company: 'Acme', count: 12 }, 'Acme'],
    [{ count: 1_200 }, '1,200 people'],
    [{}, 'Anonymous'],
  ])('of %j is %s', (more, expected) => expect(whoAsks(request(more))).toBe(expected));
});

describe('hostOf', () => {
  it.each([
    ['https://www.example.com/a?b#c', 'example.com'],
    ['http://support.example.com:8080', 'support.example.com:8080'],
    ['no URL', 'no URL'],
  ])('of %s is %s', (link, expected) => expect(hostOf(link)).toBe(expected));
});
