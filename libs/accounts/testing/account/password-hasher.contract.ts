import type { PasswordHasher } from '../../src';

/** Contract tests of `PasswordHasher`. Every adapter runs all of them. */
export function passwordHasherContract(name: string, make: () => PasswordHasher): void {
  describe(`PasswordHasher, ${name}`, () => {
    const passwords = make();

    it('verifies the password, and no other', async () => {
      const hash = await passwords.hash('correct horse battery');
      expect(await passwords.verify(hash, 'correct horse battery')).toBe(true);
      for (const other of ['Correct horse battery', 'correct horse battery ', 'correct horse', '']) {
        expect(await passwords.verify(hash, other)).toBe(false);
      }
    });

    it('returns a different hash each time', async () => {
      expect(await passwords.hash('correct horse battery')).not.toBe(
        await passwords.hash('correct horse battery'),
      );
    });

    it('treats composed and decomposed letters as equal, and uses all of a long password', async () => {
      const hash = await passwords.hash('caf\u00e9 caf\u00e9 caf\u00e9');
      expect(await passwords.verify(hash, 'cafe\u0301 cafe\u0301 cafe\u0301')).toBe(true);
      const long = await passwords.hash(`${'😀'.repeat(127)}a`);
      expect(await passwords.verify(long, `${'😀'.repeat(127)}b`)).toBe(false);
    });

    it('rejects a password over the maximum length in little time', async () => {
      const hash = await passwords.hash('correct horse battery');
      const marks = `a${'\u0300'.repeat(60_000)}${'\u0323'.repeat(60_000)}`;
      const start = process.cpuUsage();
      expect(await passwords.verify(hash, marks)).toBe(false);
      expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
    });

    it('returns false for text that is not a hash', async () => {
      for (const broken of ['', 'abc', '$argon2id$v=19$m=47104,t=1,p=1$', '$2b$10$abcdefghijklmnopqrstuv']) {
        expect(await passwords.verify(broken, 'correct horse battery')).toBe(false);
      }
    });

    it('reports its own hashes as current, and unknown ones as outdated', async () => {
      expect(passwords.isOutdated(await passwords.hash('correct horse battery'))).toBe(false);
      for (const foreign of [
        '',
        'abc',
        '$2b$10$abcdefghijklmnopqrstuv',
        '$argon2id$v=19$m=19456,t=2,p=1$YWJjZGVmZ2g$YWJjZGVmZ2g',
      ]) {
        expect(passwords.isOutdated(foreign)).toBe(true);
      }
    });

    it('completes more concurrent calls than it runs at the same time', async () => {
      const hashes = await Promise.all(
        Array.from({ length: 12 }, (_, i) => passwords.hash(`password number ${i}`)),
      );
      expect(await passwords.verify(hashes[11]!, 'password number 11')).toBe(true);
    });
  });
}
