export type Encoding = 'utf-8' | 'windows-1252';

/** Bytes that have no character in Windows-1252. */
const UNDEFINED_BYTES: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Whether bytes that are not UTF-8 are plausible as Windows-1252, rather than UTF-8 with a broken character: then most
 * characters beyond ASCII would be good UTF-8.
 */
export async function isWindows1252(
  chunks: AsyncIterable<Uint8Array>,
  yieldToMain: () => Promise<void> = async () => {},
): Promise<boolean> {
  const decoder = new TextDecoder('utf-8');
  let valid = 0;
  let invalid = 0;
  const count = (text: string) => {
    for (const [character] of text.matchAll(/[^\0-\x7f]/gu)) {
      if (character === '\ufffd') invalid++;
      else valid++;
    }
  };
  for await (const chunk of chunks) {
    if (chunk.some((byte) => UNDEFINED_BYTES.has(byte))) return false;
    count(decoder.decode(chunk, { stream: true }));
    await yieldToMain();
  }
  count(decoder.decode());
  return invalid >= valid;
}
