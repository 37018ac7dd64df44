import { encode } from 'uqr';

interface QrCode {
  /** Modules per side, including the quiet zone. */
  readonly size: number;
  /** One SVG path of all dark modules, one unit each. */
  readonly path: string;
}

/** Readers require four light modules around the code. */
const QUIET_ZONE = 4;

/** Encodes with error correction level M, because printed codes can get scratched. */
export function toQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  let path = '';
  data.forEach((row, y) => {
    for (const { start, length } of findDarkRuns(row)) path += `M${start} ${y}h${length}v1h-${length}z`;
  });
  return { size, path };
}

/** Merges adjacent dark modules into one rectangle: smaller output, and no hairlines between modules. */
function findDarkRuns(row: readonly boolean[]): readonly { start: number; length: number }[] {
  const darkRuns: { start: number; length: number }[] = [];
  row.forEach((dark, x) => {
    const last = darkRuns.at(-1);
    if (!dark) return;
    if (last && last.start + last.length === x) last.length++;
    else darkRuns.push({ start: x, length: 1 });
  });
  return darkRuns;
}

/** A standalone SVG file, always black on white. */
export function toSvg({ size, path }: QrCode): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}
