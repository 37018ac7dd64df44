import { toQrCode, toSvg } from './qr-code';

/** The modules that a path of rectangles covers. */
function toModules({ size, path }: { size: number; path: string }): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let i = 0; i < Number(length); i++) modules[Number(y)]![Number(x) + i] = true;
  }
  return modules;
}

describe('toQrCode and toSvg', () => {
  const code = toQrCode('https://feedback.example.com/f/acme');

  it('has the three finder patterns in the corners', () => {
    const modules = toModules(code);
    const finderRow = (x: number, y: number) => [0, 1, 2, 3, 4, 5, 6].map((i) => modules[y + 3]![x + i]);
    const expectedRow = [true, false, true, true, true, false, true];
    const far = code.size - 4 - 7;
    expect([finderRow(4, 4), finderRow(far, 4), finderRow(4, far)]).toEqual([
      expectedRow,
      expectedRow,
      expectedRow,
    ]);
  });

  it('has four light modules around it', () => {
    const modules = toModules(code);
    const edge = [0, 1, 2, 3, code.size - 4, code.size - 3, code.size - 2, code.size - 1];
    for (const at of edge) {
      expect(modules[at]).not.toContain(true);
      expect(modules.map((row) => row[at])).not.toContain(true);
    }
  });

  it('creates an SVG file with a white background', () => {
    const svg = toSvg(code);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(svg).toContain('fill="#fff"');
    expect(svg).toContain(code.path);
  });
});
