import type { PasswordHasher } from '../../src';

/** What every `PasswordHasher` promises; each adapter runs all of it. */
export function passwordHasherContract(name: string, make: () => PasswordHasher): void {
  describe(`PasswordHasher, ${name}`, () => {
    const passwords = make();

    it('recognises the password, and no other', async () => {
      const hash = await passwords.hash('correct horse battery');
      expect(await passwords.verify(hash, 'correct horse battery')).toBe(true);
      for (const other of ['Correct horse battery', 'correct horse battery ', 'correct horse', '']) {
        expect(await passwords.verify(hash, other)).toBe(false);
      }
    });

    it('salts', async () => {
      expect(await passwords.hash('correct horse battery')).not.toBe(
        await passwords.hash('correct horse battery'),
      );
    });

    it('takes composed and decomposed letters for the same, and uses all of a long password', async () => {
      const hash = await passwords.hash('caf\u00e9 caf\u00e9 caf\u00e9');
      expect(await passwords.verify(hash, 'cafe\u0301 cafe\u0301 cafe\u0301')).toBe(true);
      const long = await passwords.hash(`${'😀'.repeat(127)}a`);
      expect(await passwords.verify(long, `${'😀'.repeat(127)}b`)).toBe(false);
    });

    it('says no at once to more than anybody can have as a password', async () => {
      const hash = await passwords.hash('correct horse battery');
      const marks = `a${'\u0300'.repeat(60_000)}${'\u0323'.repeat(60_000)}`;
      const start = process.cpuUsage();
      expect(await passwords.verify(hash, marks)).toBe(false);
      expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
    });

    it('says no to what no hash ever made', async () => {
      for (const broken of ['', 'abc', '$argon2id$v=19$m=47104,t=1,p=1$', '$2b$10$abcdefghijklmnopqrstuv']) {
        expect(await passwords.verify(broken, 'correct horse battery')).toBe(false);
      }
    });

    it('is content with what it makes today, and with nothing unknown', async () => {
      expect(passwords.isOutdated(await passwords.hash('correct horse battery'))).toBe(false);
      for (const foreign of ['', 'abc', '$2b$10$abcdefghijklmnopqrstuv']) {
        expect(passwords.isOutdated(foreign)).toBe(true);
      }
    });

    it('works through more at once than it does at once', async () => {
      const hashes = await Promise.all(
        Array.from({ length: 12 }, (_, i) => passwords.hash(`password number ${i}`)),
      );
      expect(await passwords.verify(hashes[11]!, 'password number 11')).toBe(true);
    });
  });
}
