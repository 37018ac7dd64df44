import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that some tests need and are skipped without. nx caches test results per set of installed programs. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'zsh',
  'fish',
  'script',
  'pg_dump',
  'pgbouncer',
  'haproxy',
  'faketime',
  'redis-server',
  'kubectl',
  'promtool',
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
