import { qrCode, qrSvg } from './qr-code';

/** The modules a path of rectangles covers. */
function drawn({ size, path }: { size: number; path: string }): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let i = 0; i < Number(length); i++) modules[Number(y)]![Number(x) + i] = true;
  }
  return modules;
}

describe('qrCode', () => {
  const code = qrCode('https://feedback.example.com/f/acme');

  it('has the three eyes where a reader looks for them', () => {
    const modules = drawn(code);
    const eye = (x: number, y: number) => [0, 1, 2, 3, 4, 5, 6].map((i) => modules[y + 3]![x + i]);
    const bullseye = [true, false, true, true, true, false, true];
    const far = code.size - 4 - 7;
    expect([eye(4, 4), eye(far, 4), eye(4, far)]).toEqual([bullseye, bullseye, bullseye]);
  });

  it('has four light modules around it', () => {
    const modules = drawn(code);
    const edge = [0, 1, 2, 3, code.size - 4, code.size - 3, code.size - 2, code.size - 1];
    for (const at of edge) {
      expect(modules[at]).not.toContain(true);
      expect(modules.map((row) => row[at])).not.toContain(true);
    }
  });

  it('becomes a file with a light ground', () => {
    const svg = qrSvg(code);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(svg).toContain('fill="#fff"');
    expect(svg).toContain(code.path);
  });
});
