import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A block with as many declarations that another module has, too, is a component of `ui`. */
const LARGE = 4;

/** The declarations of each block, without those of nested ones. */
function blocksOf(css: string): readonly string[] {
  const open: string[][] = [];
  const blocks: string[] = [];
  for (const [, text, mark] of css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '{') open.push([]);
    else if (text!.trim() !== '') open.at(-1)?.push(text!.trim().replace(/\s+/g, ' '));
    if (mark !== '}') continue;
    const declarations = open.pop()!;
    if (declarations.length >= LARGE) blocks.push(declarations.sort().join('; '));
  }
  return blocks;
}

describe('CSS modules', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const filesByBlock = new Map<string, Set<string>>();
  for (const file of files)
    for (const block of blocksOf(readFileSync(join(__dirname, file), 'utf8')))
      filesByBlock.set(block, (filesByBlock.get(block) ?? new Set()).add(file));

  it('have large blocks', () => expect(filesByBlock.size).toBeGreaterThan(100));

  it('do not repeat a large block of another one', () => {
    const repeated = [...filesByBlock].filter(([, { size }]) => size > 1);
    expect(repeated.map(([block, found]) => `${[...found].join(', ')}: ${block}`)).toEqual([]);
  });
});
