import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docUrlOf, ERROR_CODES } from '../http/responses/error-codes';
import { errorsOf, shownIn } from './error-list';
import { ERRORS_POLICY, errorsPage } from './errors.page';
import { openApiDocument } from './openapi-document';

const CONTRACT = join(__dirname, '../../../../docs/contract');
const document = openApiDocument({ PUBLIC_URL: 'https://feedback.test' });
const page = errorsPage(document);
const codes = Object.keys(ERROR_CODES);

/** conventions.md 13 */
describe('/docs/errors', () => {
  it('has every code that the OpenAPI document has, and no other', () => {
    expect([...shownIn(document).keys()].sort()).toEqual([...codes].sort());
  });

  it.each(codes)('has a section for the URL in errors with the code %s', (code) => {
    const url = new URL(docUrlOf(code, 'https://feedback.test')!);
    expect([url.origin, url.pathname]).toEqual(['https://feedback.test', '/docs/errors']);
    expect(page.split(`id="${url.hash.slice(1)}"`)).toHaveLength(2);
    for (const text of ERROR_CODES[code]!) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('shows the type, the status, the meaning, and messages of a code', () => {
    expect(page).toContain('<h2 id="conflict_error">');
    const section = page.split('<section ').find((part) => part.startsWith('id="etag_mismatch"'));
    expect(section).toContain('Status 412');
    expect(section).toContain('send its <code>ETag</code>.');
    expect(section).toContain('<li>The item has changed since it was read</li>');
    expect(errorsOf(document).find(({ code }) => code === 'headers_too_large')?.statuses).toEqual([431]);
  });

  it('allows its own style only', () => {
    expect(page).not.toMatch(/<script|style="|\son\w+=/);
    expect(ERRORS_POLICY).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  });
});

/** conventions.md 6 */
describe('ERROR_CODES', () => {
  const read = (file: string) => readFileSync(join(CONTRACT, file), 'utf8');

  it('has the codes of the contract', () => {
    const conventions = read('conventions.md');
    const [, section] = /\n## 6\.[^\n]*\n(.*?)\n## 7\./s.exec(conventions)!;
    const inTable = [...section!.matchAll(/^\|[^|]*\| (`[a-z_]+`(?:, `[a-z_]+`)*) +\|.*`/gm)].flatMap(
      ([, names]) => names!.replaceAll('`', '').split(', '),
    );
    const ofImports = [
      'ambiguous_title',
      'malformed_csv',
      'repeated_field',
      'upload_too_slow',
      'wrong_field_count',
    ];
    expect([...inTable, ...ofImports].sort()).toEqual([...codes].sort());
    for (const code of ofImports) expect(read('import.md')).toContain(`\`${code}\``);
  });

  it('has no URL for a code of another surface', () => {
    expect(docUrlOf('session_required', 'https://feedback.test')).toBeUndefined();
    expect(docUrlOf('constructor', 'https://feedback.test')).toBeUndefined();
  });
});
