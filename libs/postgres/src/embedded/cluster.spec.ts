import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCluster } from './cluster';

describe('hasCluster', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'has-cluster-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns true only if PG_VERSION exists, and creates nothing', () => {
    expect(hasCluster(join(folder, 'data'))).toBe(false);
    mkdirSync(join(folder, 'postgres', 'cluster'), { recursive: true });
    expect(hasCluster(folder)).toBe(false);
    writeFileSync(join(folder, 'postgres', 'cluster', 'PG_VERSION'), '18\n');
    expect(hasCluster(folder)).toBe(true);
  });

  it('returns true if the data directory is a file, so that opening it reports the reason', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(hasCluster(join(folder, 'file'))).toBe(true);
  });
});
