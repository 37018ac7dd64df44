/**
 * A 128-bit hash in hexadecimal, the same in every browser. It only identifies rows, so it isn't cryptographic:
 * `crypto.subtle` is available on HTTPS only and needs a promise per row.
 */
export function textHash(text: string): string {
  const lanes = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  const factors = [0x01000193, 0x5bd1e995, 0x1b873593, 0xcc9e2d51];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    for (let lane = 0; lane < 4; lane++) {
      const mixed = Math.imul(lanes[lane]! ^ code, factors[lane]!);
      lanes[lane] = mixed ^ (mixed >>> 15);
    }
  }
  return lanes
    .map((lane, index) => toHex(finalizeLane(lane ^ Math.imul(text.length, factors[3 - index]!))))
    .join('');
}

/** The finalizer of MurmurHash3: every input bit affects every output bit. */
function finalizeLane(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const toHex = (number: number): string => number.toString(16).padStart(8, '0');
