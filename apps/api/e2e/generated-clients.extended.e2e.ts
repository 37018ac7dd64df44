import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useService } from './support/use-service';

const run = promisify(execFile);
const ROOT = join(__dirname, '../../..');
const DOCUMENT = join(ROOT, 'apps/api/openapi.json');
const MODULES = join(ROOT, 'node_modules');
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    skipLibCheck: true,
    rootDir: '.',
    outDir: 'out',
  },
};

/** Compiles the output of code generators, with their defaults, and runs it against the service. */
describe('a generated client', () => {
  const { service } = useService();
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clients-'));
    symlinkSync(MODULES, join(folder, 'node_modules'));
    cpSync(join(__dirname, 'generated-clients'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await node('generate.mjs', DOCUMENT);
    await node('node_modules/typescript/bin/tsc', '-p', '.');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const node = async (script: string, ...given: string[]) => {
    const { stdout } = await run(process.execPath, [script, ...given], {
      cwd: folder,
    }).catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${script}: ${error.stdout}${error.stderr}`);
    });
    return stdout;
  };

  it.each(['openapi-fetch', 'hey-api'])(
    'compiles and runs list, create, update, batch, export, and import: %s',
    async (name) => {
      const { key } = await service.account();
      const stdout = await node(`out/with-${name}.mjs`, `${service.origin}/api/v1`, key);
      expect(JSON.parse(stdout)).toEqual({
        created: 'new',
        listed: ['Dark mode'],
        updated: 'planned',
        batch: ['shipped'],
        exported: ['Dark mode'],
        csv: 'Dark mode',
        imported: 2,
        refused: 'missing_required_field',
      });
    },
  );
});
