import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

describe('the wording check', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'wording-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  function check(text: string): { status: number | null; stderr: string } {
    const file = join(folder, 'text.md');
    writeFileSync(file, text);
    return spawnSync(process.execPath, [join(__dirname, '../wording.mjs'), file], { encoding: 'utf8' });
  }

  it('reports the line, the word, and what to write instead', () => {
    const { status, stderr } = check('The caller.\nThe twin of an item.\n'); // wording-allow: the example
    expect(status).toBe(1);
    expect(stderr).toBe(`${join(folder, 'text.md')}:2: "twin". Write: duplicate\n`); // wording-allow: the example
  });

  it('accepts plain words, and a word that its line or the line before allows', () => {
    expect(check('The caller.\n').status).toBe(0);
    expect(check('<!-- wording-allow: a quotation -->\nThe twin.\n').status).toBe(0); // wording-allow: the example
  });
});
