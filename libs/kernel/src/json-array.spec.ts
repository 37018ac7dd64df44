import { jsonElements } from './json-array';

describe('jsonElements', () => {
  const textOf = async (pages: readonly (readonly number[])[]) => {
    const source = async function* () {
      yield* pages;
    };
    const parts: string[] = [];
    for await (const part of jsonElements(source(), (element) => ({ element }))) parts.push(part);
    return parts;
  };

  it('separates elements within and between pages', async () => {
    const parts = await textOf([[1, 2], [3]]);
    expect(JSON.parse(`[${parts.join('')}]`)).toEqual([{ element: 1 }, { element: 2 }, { element: 3 }]);
  });

  it('yields a space for each empty page', async () => {
    const parts = await textOf([[], [1], [], [], [2], []]);
    expect(parts).toEqual([' ', '{"element":1}', ' ', ' ', ',{"element":2}', ' ']);
    expect(await textOf([])).toEqual([]);
  });
});
