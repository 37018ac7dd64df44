import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';

const ROOT = resolve(__dirname, '../../..');

let folder: string;
const built = (name: string) => readFileSync(join(folder, name));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'feedback-widget-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', '-c', 'apps/widget/vite.config.ts'];
  execFileSync(process.execPath, [...vite, '--outDir', folder, '--logLevel', 'warn'], { cwd: ROOT });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** form.md 8, public.md 8 */
describe.each([
  ['widget.js', 2048],
  ['roadmap.js', 3072],
  ['changelog.js', 3072],
])('the built %s', (name, limit) => {
  it(`has fewer than ${limit} bytes`, () => {
    expect(built(name).length).toBeLessThan(limit);
  });

  it('is a classic script in ASCII that defines no global names at its top level', () => {
    const code = built(name).toString();
    expect(code).toMatch(/^[ -~\n]*$/);
    expect(() => new Script(code)).not.toThrow();
    expect(code).toMatch(/^\{let .*\}$/s);
    expect(code).not.toMatch(/\b(var |function|class)\b/);
  });

  it('parses no markup, and evaluates no strings', () => {
    const code = built(name).toString();
    expect(code).not.toMatch(/innerHTML|outerHTML|insertAdjacent|DOMParser|\beval\b|Function|\.write\b/);
  });
});

/** form.md 8 */
describe('the built widget', () => {
  it('imports only the form', () => {
    const code = built('widget.js').toString();
    expect([...code.matchAll(/import\(([^)]*)\)/g)].map(([, what]) => what)).toEqual([
      expect.stringMatching(/^\w\+"\/dialog\.js\?"\+\w$/),
    ]);
    expect(built('dialog.js').toString()).toContain('/send.js?${');
    expect(built('send.js').toString()).toContain('import("./proof.js")');
    expect(built('proof.js').toString()).not.toMatch(/\bimport\b|\beval\b|Function\(/);
  });
});
