import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

/** Throws, with what to do, when openapi.ts is not what apps/api/openapi.json says. */
it('has the types of the committed document', () => {
  execFileSync(process.execPath, [join(ROOT, 'tools/openapi-types.mjs'), '--check'], { cwd: ROOT });
}, 60_000);
