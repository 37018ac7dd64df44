import { foundDetails, privateDetails } from './private-details';

/** public.md 3 */
describe('privateDetails', () => {
  it.each([
    [
      'Ask eve@example.com, or Eve.B+x@mail.example.co.uk.',
      ['eve@example.com', 'Eve.B+x@mail.example.co.uk'],
    ],
    ['eve@example.com and again eve@example.com', ['eve@example.com']],
    ['jürgen@müller.example', ['jürgen@müller.example']],
    ['@acme follows us @ home, at 5@night', []],
  ])('finds email addresses in %j', (text, emails) => {
    expect(privateDetails(text)).toEqual({ email: emails, phone: [], key: [] });
  });

  it.each([
    '+49 30 1234567',
    '+4930123456',
    '(555) 123-4567',
    '555-123-4567',
    '555.123.4567',
    '1-800-555-0199',
    '01 23 45 67 89',
    '0171/1234567',
    '0301234567',
    '4155552671',
    '612 345 678',
  ])('finds the telephone number %s', (phone) => {
    expect(privateDetails('Phone', `Call me: ${phone}, please.`).phone).toEqual([phone]);
  });

  it.each([
    'Shipped on 2026-03-04 12 times, and 04.03.2026, 3/4/2026, 2026-03-04T09:00:00Z',
    'From 2024-2026, in 2024 - 2026',
    'At 10 000 000 items, 1,200,300.50 or 10.000.000',
    'Server 192.168.100.200 runs 10.4.12345',
    'https://example.com/call/555-123-4567 and $5551234567',
    'Ticket #5551234567, APP-4155552671, id_4155552671',
    'Rows 1 2 3 4 5 6 7 8, and 12-24 30-40',
    'Faster by 100 to 2000 ms',
  ])('finds no telephone number in %j', (text) => {
    expect(privateDetails(text).phone).toEqual([]);
  });

  it('finds API keys, and masks them', () => {
    const text = 'Use fb_live_ExampleKeyExampleKeyExampleKey002hcjrI here.';
    expect(foundDetails(privateDetails('Title', text))).toEqual([['key', ['fb_live_…']]]);
  });

  it('finds nothing in usual texts, and takes little time for long ones', () => {
    expect(foundDetails(privateDetails('Dark mode', 'Version 2 of the 3 themes.\nSoon.'))).toEqual([]);
    for (const part of ['1 ', 'a', '1.', 'a.', '0', 'a@'])
      expect(foundDetails(privateDetails(part.repeat(2_000)))).toEqual([]);
  });
});
