import { folded, withoutAccents } from './folded';

/** lists.md 3 */
describe('folded', () => {
  it.each([
    ['DARK', 'dark'],
    ['ＤＡＲＫ', 'dark'],
    ['can’t', "can't"],
    ['can´t', "can't"],
    ['“a” „b“ «c»', '"a" "b" "c"'],
    ['a–b — a‑b − a-b', 'a-b - a-b - a-b'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ΛΟΓΑΡΙΑΣΜΟΣ', 'λογαριασμος'],
    ['foo\u200bbar', 'foobar'],
    ['co\u00adop', 'coop'],
    ['cafe\u0301', 'CAFÉ'],
    ['한글', '한글'.normalize('NFD')],
    ['ﬁle', 'file'],
    ['İstanbul', 'istanbul'],
    ['❤\ufe0f', '❤'],
    ['a\u00a0b', 'a b'],
  ])('makes %j and %j equal', (one, other) => expect(folded(one)).toBe(folded(other)));

  it.each([
    ['café', 'cafe'],
    ['й', 'и'],
    ['か', 'が'],
    ['a-b', 'ab'],
  ])('keeps %j and %j apart', (one, other) => expect(folded(one)).not.toBe(folded(other)));

  it('changes nothing the second time', () => {
    for (let code = 0; code < 0x30000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const once = folded(String.fromCodePoint(code));
      if (folded(once) !== once) throw new Error(`U+${code.toString(16)}`);
    }
  });
});

describe('withoutAccents', () => {
  it.each([
    ['café', 'cafe'],
    ['tiếng việt', 'tieng viet'],
    ['λογαριασμός', 'λογαριασμοσ'],
    ['ещё', 'еще'],
    ['йога', 'йога'],
    ['がき', 'がき'],
    ['한글', '한글'],
    ['हिन्दी', 'हिन्दी'],
  ])('makes %j %j', (text, expected) => expect(withoutAccents(folded(text))).toBe(expected));
});
