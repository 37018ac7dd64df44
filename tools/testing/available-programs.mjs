import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What tests find on this machine, without which some are skipped: a cached result is of the same set. */
const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'zsh',
  'fish',
  'script',
  'pg_dump',
];
const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
const isInstalled = (program) =>
  folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
console.log([...programs.filter(isInstalled), `uid ${process.getuid?.()}`].join(', '));
