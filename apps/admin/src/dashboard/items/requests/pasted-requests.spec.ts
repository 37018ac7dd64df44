import { byValidity, partsOf, readPasted, remainingText } from './pasted-requests';

const linesOf = (text: string) =>
  readPasted(text).lines.map(({ line, request, problems }) => [line, request, problems]);
const [EVE, ADA] = [{ email: 'eve@example.com' }, { email: 'ada@example.com' }];

/** requests.md 4 */
describe('readPasted', () => {
  it.each([
    ['one in each line', 'eve@example.com\n\nada@example.com\n'],
    ['in one line', 'eve@example.com, ada@example.com'],
    ['with a header', 'Email\r\neve@example.com\r\nada@example.com'],
    ['of a spreadsheet, with empty cells', 'eve@example.com\t\nada@example.com\t\t'],
    ['with a byte order mark', '\ufeffeve@example.com;ada@example.com'],
  ])('reads addresses, %s', (_, text) => {
    expect(readPasted(text).lines.map(({ request }) => request)).toEqual([EVE, ADA]);
  });

  it('says which lines are no addresses', () => {
    expect(linesOf('eve@example.com\nnot-an-address\nada@example.com')).toEqual([
      [1, EVE, []],
      [2, { email: 'not-an-address' }, ['email']],
      [3, ADA, []],
    ]);
    expect(linesOf('eve@example.com\nnot an address').map(([, , problems]) => problems)).toEqual([
      [],
      ['email'],
    ]);
  });

  it.each([',', ';', '\t'])('reads columns in any order, separated by %j', (delimiter) => {
    const rows = [
      ['Company', 'count', ' EMAIL ', 'value', 'quote'],
      ['Acme', '', 'eve@example.com', '1200.5', '"One\n""two"""'],
      ['Initech', '12', '', '', ''],
    ];
    expect(linesOf(rows.map((cells) => cells.join(delimiter)).join('\n'))).toEqual([
      [2, { email: 'eve@example.com', company: 'Acme', value: 1200.5, quote: 'One\n"two"' }, []],
      [4, { company: 'Initech', count: 12 }, []],
    ]);
  });

  it('reads lines without a header in the documented order', () => {
    expect(linesOf('eve@example.com,Eve,Acme,1200,"Needs it, soon",https://example.com/17')).toEqual([
      [
        1,
        {
          ...EVE,
          name: 'Eve',
          company: 'Acme',
          value: 1200,
          quote: 'Needs it, soon',
          link: 'https://example.com/17',
        },
        [],
      ],
    ]);
  });

  it('says what is wrong with each line', () => {
    const text = 'email,value,link\neve,1,\nada@example.com,-1,ftp://x\neve@example.com,1,,more\n,,\n,"",x';
    expect(linesOf(text).map(([line, , problems]) => [line, problems])).toEqual([
      [2, ['email']],
      [3, ['value', 'link']],
      [4, ['cells']],
      [6, ['link']],
    ]);
    expect(linesOf('company,phone\n,123').map(([, , problems]) => problems)).toEqual([['empty']]);
    expect(linesOf('email,count\neve@example.com,2').map(([, , problems]) => problems)).toEqual([['count']]);
  });

  it('names the columns that it ignores', () => {
    expect(readPasted('email,Phone,name,\neve@example.com,1,Eve,').ignored).toEqual(['phone']);
  });

  it('says where quotes do not match', () => {
    expect(readPasted('email,name\neve@example.com,Eve\nada@example.com,"Ada')).toMatchObject({
      lines: [],
      brokenAt: 3,
    });
  });

  it('finds lines with the same address', () => {
    const { lines } = readPasted('eve@example.com\nada@example.com\nEVE@example.com');
    expect(lines.map(({ repeats }) => repeats)).toEqual([null, null, 1]);
  });

  it('reads nothing from an empty text', () => {
    for (const text of ['', ' \n\t\n', 'email,name\n']) expect(readPasted(text).lines).toEqual([]);
  });
});

describe('the parts of pasted lines', () => {
  it('have up to 100 requests', () => {
    const pasted = readPasted(Array.from({ length: 201 }, (_, n) => `p${n}@example.com`).join('\n'));
    expect(partsOf(byValidity(pasted).valid).map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(partsOf([])).toEqual([]);
  });

  it('leave the lines that are wrong or not sent, with the header', () => {
    const pasted = readPasted('email,quote\neve@example.com,"a\nb"\nada,\nada@example.com,"c\nd"\n');
    expect(byValidity(pasted).wrong.map(({ line }) => line)).toEqual([4]);
    expect(remainingText(pasted, 0)).toBe(
      'email,quote\neve@example.com,"a\nb"\nada,\nada@example.com,"c\nd"',
    );
    expect(remainingText(pasted, 1)).toBe('email,quote\nada,\nada@example.com,"c\nd"');
    expect(remainingText(pasted, 2)).toBe('email,quote\nada,');
    expect(remainingText(readPasted('eve@example.com'), 1)).toBe('');
    expect(remainingText(readPasted('eve@example.com, no@, ada@example.com'), 1)).toBe(
      'no@\nada@example.com',
    );
  });
});
