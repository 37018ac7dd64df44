import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { readPassword, type Input, type PasswordOptions } from './password-input';

const PASSWORD = 'correct horse battery ü';

describe('readPassword', () => {
  let shown: string;
  beforeEach(() => {
    shown = '';
  });
  const read = (options: PasswordOptions, input: Input = Readable.from([])) =>
    readPassword(options, { input, err: (text) => (shown += text) });

  describe('with --password', () => {
    it('returns the password and prints a warning', async () => {
      expect(await read({ password: PASSWORD })).toBe(PASSWORD);
      expect(shown).toMatch(/^Warning: --password makes the password visible in the process list[^\n]*\n$/);
      expect(shown).not.toContain(PASSWORD);
    });

    it('rejects --password-file at the same time', async () => {
      await expect(read({ password: PASSWORD, file: 'x' })).rejects.toThrow('Use --password or');
    });
  });

  describe('with piped standard input', () => {
    it.each([
      [[`${PASSWORD}\n`]],
      [[`${PASSWORD}\r\nanother line\n`]],
      [[PASSWORD]],
      [[Buffer.from(PASSWORD).subarray(0, -1), Buffer.from(PASSWORD).subarray(-1), '\n']],
    ])('returns the first line: %j', async (chunks) => {
      expect(await read({}, Readable.from(chunks, { objectMode: true }))).toBe(PASSWORD);
      expect(shown).toBe('');
    });

    it('returns after the first line, without waiting for the end of the input', async () => {
      const input = new PassThrough();
      input.write(`${PASSWORD}\n`);
      expect(await read({}, input)).toBe(PASSWORD);
    });

    it.each([[[]], [['\n']]])('rejects input without a password: %j', async (chunks) => {
      const reading = read({}, Readable.from(chunks, { objectMode: true }));
      await expect(reading).rejects.toThrow('No password: run the command in a terminal, pipe the password');
    });

    it('rejects an endless first line', async () => {
      const endless = function* () {
        for (;;) yield 'x'.repeat(1000);
      };
      await expect(read({}, Readable.from(endless()))).rejects.toThrow('The password is too long');
    });
  });

  describe('with --password-file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'password-'));
    const file = join(directory, 'password');
    afterAll(() => rmSync(directory, { recursive: true }));

    it('returns the first line, including leading and trailing spaces', async () => {
      writeFileSync(file, ` ${PASSWORD} \nmore\n`);
      expect(await read({ file })).toBe(` ${PASSWORD} `);
    });

    it('rejects a file that cannot be read, with the reason', async () => {
      const reading = read({ file: join(directory, 'nothing') });
      await expect(reading).rejects.toThrow(/^Cannot read the password file: ENOENT/);
    });
  });

  describe('on a terminal', () => {
    const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
    /** Types the next text after each prompt. */
    async function typing(...texts: string[]): Promise<string> {
      const input = terminal();
      const reading = readPassword(
        {},
        {
          input,
          err: (text) => {
            shown += text;
            if (text.endsWith(': ')) setImmediate(() => input.write(texts.shift() ?? '\u0004'));
          },
        },
      );
      return reading;
    }

    it('prompts twice and never shows the password', async () => {
      expect(await typing(`${PASSWORD}x\u007f\r`, `${PASSWORD}\r`)).toBe(PASSWORD);
      expect(shown).toBe('Password: \nConfirm password: \n');
    });

    it('rejects passwords that do not match', async () => {
      await expect(typing(`${PASSWORD}\r`, `${PASSWORD}!\r`)).rejects.toThrow('The passwords do not match');
    });

    it.each([
      ['Ctrl+C', '\u0003'],
      ['Ctrl+D', '\u0004'],
    ])('rejects when the user presses %s', async (_name, text) => {
      await expect(typing(text)).rejects.toThrow('No password was entered');
    });
  });
});
