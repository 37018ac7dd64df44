import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

/** Throws, with instructions, if openapi.ts does not match apps/api/openapi.json. */
it('matches the types of apps/api/openapi.json', () => {
  execFileSync(process.execPath, [join(ROOT, 'tools/openapi-types.mjs'), '--check'], { cwd: ROOT });
});
