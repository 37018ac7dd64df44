import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';

const ROOT = resolve(__dirname, '../../..');

/** form.md 8 */
describe('the built widget', () => {
  let folder: string;
  const built = (name: string) => readFileSync(join(folder, name));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'feedback-widget-'));
    const vite = ['node_modules/vite/bin/vite.js', 'build', '-c', 'apps/widget/vite.config.ts'];
    execFileSync(process.execPath, [...vite, '--outDir', folder, '--logLevel', 'warn'], { cwd: ROOT });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is one script under 2,048 bytes', () => {
    expect(built('widget.js').length).toBeLessThan(2048);
  });

  it('is a classic script in ASCII that defines no global names at its top level', () => {
    const code = built('widget.js').toString();
    expect(code).toMatch(/^[ -~\n]*$/);
    expect(() => new Script(code)).not.toThrow();
    expect(code).toMatch(/^\{let .*\}$/s);
    expect(code).not.toMatch(/\b(var|function|class)\b/);
  });

  it('parses no markup, evaluates no strings, and imports only the form', () => {
    const code = built('widget.js').toString();
    expect(code).not.toMatch(/innerHTML|outerHTML|insertAdjacent|DOMParser|\beval\b|Function|\.write\b/);
    expect([...code.matchAll(/import\(([^)]*)\)/g)].map(([, what]) => what)).toEqual([
      expect.stringMatching(/^\w\+"\/dialog\.js\?"\+\w$/),
    ]);
    expect(built('dialog.js').toString()).toContain('/send.js?${');
    expect(built('send.js').toString()).toContain('import("./proof.js")');
    expect(built('proof.js').toString()).not.toMatch(/\bimport\b|\beval\b|Function\(/);
  });
});
