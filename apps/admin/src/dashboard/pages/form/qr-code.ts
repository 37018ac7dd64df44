import { encode } from 'uqr';

interface QrCode {
  /** Modules along a side, the quiet zone included. */
  readonly size: number;
  /** One path of all dark modules, a unit each. */
  readonly path: string;
}

/** Readers want four light modules around it. */
const QUIET_ZONE = 4;

/** A medium correction level: a printed code may get scratched. */
export function toQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  let path = '';
  data.forEach((row, y) => {
    for (const { start, length } of findDarkRuns(row)) path += `M${start} ${y}h${length}v1h-${length}z`;
  });
  return { size, path };
}

/** Dark modules side by side in one rectangle: the picture is smaller, and no hair lines show between them. */
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

/** A file of its own: always black on white, whatever the scheme of the page. */
export function toSvg({ size, path }: QrCode): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`;
}
