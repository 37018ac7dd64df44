import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { readPassword, type Input, type PasswordOptions } from './password-input';

const PASSWORD = 'correct horse battery ü';

describe('the password of an operator command', () => {
  let shown: string;
  beforeEach(() => {
    shown = '';
  });
  const read = (given: PasswordOptions, input: Input = Readable.from([])) =>
    readPassword(given, { input, err: (text) => (shown += text) });

  describe('as an option', () => {
    it('works, with a warning', async () => {
      expect(await read({ password: PASSWORD })).toBe(PASSWORD);
      expect(shown).toMatch(/^Warning: a password after --password can be seen in the process list[^\n]*\n$/);
      expect(shown).not.toContain(PASSWORD);
    });

    it('excludes a file', async () => {
      await expect(read({ password: PASSWORD, file: 'x' })).rejects.toThrow('Use either --password or');
    });
  });

  describe('on piped standard input', () => {
    it.each([
      [[`${PASSWORD}\n`]],
      [[`${PASSWORD}\r\nanother line\n`]],
      [[PASSWORD]],
      [[Buffer.from(PASSWORD).subarray(0, -1), Buffer.from(PASSWORD).subarray(-1), '\n']],
    ])('is the first line: %j', async (chunks) => {
      expect(await read({}, Readable.from(chunks, { objectMode: true }))).toBe(PASSWORD);
      expect(shown).toBe('');
    });

    it('is not waited for behind the first line', async () => {
      const input = new PassThrough();
      input.write(`${PASSWORD}\n`);
      expect(await read({}, input)).toBe(PASSWORD);
    });

    it.each([[[]], [['\n']]])('is missing: %j', async (chunks) => {
      const reading = read({}, Readable.from(chunks, { objectMode: true }));
      await expect(reading).rejects.toThrow('No password: run the command on a terminal, pipe the password');
    });

    it('has a maximum length, however long the line is', async () => {
      const endless = function* () {
        for (;;) yield 'x'.repeat(1000);
      };
      await expect(read({}, Readable.from(endless()))).rejects.toThrow('The password is too long');
    });
  });

  describe('in a file', () => {
    const directory = mkdtempSync(join(tmpdir(), 'password-'));
    const file = join(directory, 'password');
    afterAll(() => rmSync(directory, { recursive: true }));

    it('is the first line, blanks included', async () => {
      writeFileSync(file, ` ${PASSWORD} \nmore\n`);
      expect(await read({ file })).toBe(` ${PASSWORD} `);
    });

    it('that cannot be read is named', async () => {
      const reading = read({ file: join(directory, 'nothing') });
      await expect(reading).rejects.toThrow(/^The file of --password-file cannot be read: ENOENT/);
    });
  });

  describe('on a terminal', () => {
    const terminal = () => Object.assign(new PassThrough(), { isTTY: true });
    /** Types each text once it is asked for something. */
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

    it('is typed twice and never shown', async () => {
      expect(await typing(`${PASSWORD}x\u007f\r`, `${PASSWORD}\r`)).toBe(PASSWORD);
      expect(shown).toBe('Password: \nPassword again: \n');
    });

    it('is refused when the two are not equal', async () => {
      await expect(typing(`${PASSWORD}\r`, `${PASSWORD}!\r`)).rejects.toThrow(
        'The two passwords are not equal',
      );
    });

    it.each([
      ['Ctrl+C', '\u0003'],
      ['Ctrl+D', '\u0004'],
    ])('is given up with %s', async (_name, text) => {
      await expect(typing(text)).rejects.toThrow('No password was entered');
    });
  });
});
