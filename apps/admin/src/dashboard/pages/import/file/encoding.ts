export type Encoding = 'utf-8' | 'windows-1252';

/** Bytes without a character in Windows-1252. */
const UNDEFINED_BYTES: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Whether text that isn't valid UTF-8 is likely Windows-1252. In UTF-8 with a few broken characters, most non-ASCII
 * characters are valid.
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
