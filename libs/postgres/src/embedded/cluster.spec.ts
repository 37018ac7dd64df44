import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCluster } from './cluster';

describe('whether there is a cluster', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'has-cluster-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is told without making anything', () => {
    expect(hasCluster(join(folder, 'data'))).toBe(false);
    mkdirSync(join(folder, 'postgres', 'cluster'), { recursive: true });
    expect(hasCluster(folder)).toBe(false);
    writeFileSync(join(folder, 'postgres', 'cluster', 'PG_VERSION'), '18\n');
    expect(hasCluster(folder)).toBe(true);
  });

  it('is left to opening it where that says why it cannot be looked into', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(hasCluster(join(folder, 'file'))).toBe(true);
  });
});
