export type Encoding = 'utf-8' | 'windows-1252';

/** Bytes that have no character in Windows-1252. */
const UNDEFINED: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Whether bytes that are not UTF-8 are plausible as Windows-1252, rather than UTF-8 with a broken character: then most
 * characters beyond ASCII would be good UTF-8.
 */
export async function isWindows1252(
  chunks: AsyncIterable<Uint8Array>,
  pause: () => Promise<void> = async () => {},
): Promise<boolean> {
  const decoder = new TextDecoder('utf-8');
  let good = 0;
  let bad = 0;
  const count = (text: string) => {
    for (const [found] of text.matchAll(/[^\0-\x7f]/gu)) {
      if (found === '\ufffd') bad++;
      else good++;
    }
  };
  for await (const chunk of chunks) {
    if (chunk.some((byte) => UNDEFINED.has(byte))) return false;
    count(decoder.decode(chunk, { stream: true }));
    await pause();
  }
  count(decoder.decode());
  return bad >= good;
}
