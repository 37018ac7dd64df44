import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the wording check', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'wording-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function check(...texts: string[]): { status: number | null; stderr: string } {
    const files = texts.map((text, i) => {
      const file = join(folder, `${i}.md`);
      writeFileSync(file, text);
      return file;
    });
    return spawnSync(process.execPath, [join(__dirname, '../wording.mjs'), ...files], { encoding: 'utf8' });
  }

  it('reports the line, the word, and what to write instead', () => {
    const { status, stderr } = check('The caller.\nThe twin of an item.\n'); // wording-allow: the example
    expect(status).toBe(1);
    expect(stderr).toBe(`${join(folder, '0.md')}:2: "twin". Write: duplicate\n`); // wording-allow: the example
  });

  it('accepts plain words, and a word that its line or the line before allows', () => {
    const allowed = '<!-- wording-allow: a quotation -->\nThe twin.\n'; // wording-allow: the example
    expect(check('The caller.\n', allowed)).toMatchObject({ status: 0, stderr: '' });
  });
});
