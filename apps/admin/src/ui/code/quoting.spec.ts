import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { quoteForJavaScript, quoteForShell } from './quoting';

const HOSTILE = [
  "'",
  '"',
  '`',
  '$',
  '$(exit 3)',
  '\\',
  '\\"',
  "\\'",
  '\n',
  '\r',
  '\u2028',
  '${x}',
  '!',
  '💥',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })), { maxLength: 8 })
  .map((parts) => parts.join(''));

describe('quoting', () => {
  it('quoteForShell preserves any text', () => {
    const samples = fc.sample(
      // A command's argument cannot contain NUL, and UTF-8 cannot encode lone surrogates.
      texts.map((text) => text.replaceAll('\0', '').toWellFormed()),
      200,
    );
    const script = samples.map((word) => `printf '%s\\0' ${quoteForShell(word)}`).join('\n');
    expect(execFileSync('sh', { input: script, encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(samples);
  });

  it('quoteForJavaScript preserves any text', () => {
    fc.assert(fc.property(texts, (text) => runInNewContext(quoteForJavaScript(text)) === text));
  });
});
