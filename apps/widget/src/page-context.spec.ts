import { pageContext } from './page-context';

const PAGE = new URL('https://app.example/settings?token=secret#top');

/** form.md 8 */
describe('pageContext', () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  beforeEach(() => warn.mockClear());

  it('has the page without query and fragment, the language, and the data of the page', () => {
    expect(pageContext(PAGE, 'pt-BR', '{"plan":"pro","seats":[1,{"a":null}]}')).toEqual({
      page: 'https://app.example/settings',
      language: 'pt-BR',
      data: { plan: 'pro', seats: [1, { a: null }] },
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it('has no data if the page adds none', () => {
    expect(pageContext(PAGE, 'en')).toMatchObject({ language: 'en', data: null });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each(['', '{', 'null', '"text"', '5', '[{}]'])('ignores %j with a warning', (json) => {
    expect(pageContext(PAGE, 'en', json)).toEqual(pageContext(PAGE, 'en'));
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('has at most 2,048 bytes', () => {
    const sizeOf = (text: string) => JSON.stringify({ a: text });
    const room = 2_048 - JSON.stringify(pageContext(PAGE, 'en', sizeOf(''))).length;
    expect(pageContext(PAGE, 'en', sizeOf('é'.repeat(room / 2))).data).not.toBeNull();
    expect(pageContext(PAGE, 'en', sizeOf('é'.repeat(room / 2 + 1))).data).toBeNull();
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
