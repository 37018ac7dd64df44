import type { Encoding } from './encoding';

/** Number of bytes of words with other characters than ASCII that decide. */
const SAMPLE_BYTES = 32_768;
const WORD_BYTES_MAX = 1024;

/**
 * The most likely encoding of text that isn't valid UTF-8; null if it is UTF-8 with a few broken characters. A library
 * such as chardet needs more text than a short table has, and doesn't detect MacRoman.
 */
export async function guessEncoding(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  yieldToMain: () => Promise<void> = async () => {},
): Promise<Encoding | null> {
  const sample = await sampleWords(chunks, yieldToMain);
  if (isMostlyUtf8(sample)) return null;
  let best: { readonly encoding: Encoding; readonly score: number } | null = null;
  for (const encoding of [...Object.keys(LANGUAGES), ...Object.keys(PAIRS)] as (SingleByte | DoubleByte)[]) {
    const score =
      encoding in PAIRS
        ? pairScore(sample, encoding as DoubleByte)
        : letterScore(sample, encoding as SingleByte);
    if (!best || score > best.score) best = { encoding, score };
  }
  return best!.encoding;
}

/**
 * Words with other characters than ASCII. Bytes below 0x40 separate them: no encoding has them inside a character of
 * two bytes.
 */
async function sampleWords(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  yieldToMain: () => Promise<void>,
): Promise<Uint8Array> {
  const sample: number[] = [];
  let word: number[] = [];
  const endWord = () => {
    if (word.some((byte) => byte >= 0x80)) sample.push(...word, 0x20);
    word = [];
  };
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte < 0x40 || word.length === WORD_BYTES_MAX) endWord();
      if (sample.length > SAMPLE_BYTES) break;
      if (byte >= 0x40) word.push(byte);
    }
    if (sample.length > SAMPLE_BYTES) break;
    await yieldToMain();
  }
  endWord();
  return Uint8Array.from(sample);
}

function isMostlyUtf8(sample: Uint8Array): boolean {
  const characters = [...new TextDecoder().decode(sample)].filter((character) => character > '\x7f');
  const invalid = characters.filter((character) => character === '\ufffd').length;
  return invalid * 2 < characters.length;
}

const PUNCTUATION = '“”„‘’‚–—…«»€£©®™\u00a0';
const GERMAN = 'äöüß';
const FRENCH = 'àâçéèêëîïôûùüÿœæ';
const WESTERN = [
  GERMAN,
  FRENCH,
  'áéíñóúü¿¡ªº',
  'ãõçáéíóúâêôàü',
  'àèéìíòóùú',
  'åäöæøéü',
  'áðéíóúýþæö',
  'àçèéíïòóúü·',
  // Mixed text: letters that don't stand for others in Central Europe.
  'äöüßåéèêëàâçñáíóúïîô',
];
const CENTRAL = [GERMAN, 'ąćęłńóśźż', 'áäčďéěíĺľňóôŕřšťúůýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'];

type SingleByte =
  | 'windows-1252'
  | 'windows-1250'
  | 'windows-1251'
  | 'windows-1253'
  | 'windows-1254'
  | 'windows-1257'
  | 'macintosh';

/** Lowercase letters of languages by encoding. The first encoding with the highest score applies. */
const LANGUAGES: Readonly<Record<SingleByte, readonly string[]>> = {
  'windows-1252': WESTERN,
  'windows-1250': CENTRAL,
  'windows-1251': [
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюя№',
    'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя№',
    'абвгдђежзијклљмнњопрстћуфхцчџшўі',
  ],
  'windows-1253': ['αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ'],
  'windows-1254': ['çğıöşüâîû'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
  macintosh: WESTERN,
};

/** The share of characters that belong to the best language. */
function letterScore(sample: Uint8Array, encoding: SingleByte): number {
  // As a stream: otherwise, Node.js 20 reads Windows-1252 as ISO 8859-1.
  const text = new TextDecoder(encoding).decode(sample, { stream: true });
  const counts = new Map<string, number>();
  let total = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character <= '\x7f') continue;
    total++;
    if (!isPlausible(text[at - 1] ?? ' ', character, text[at + 1] ?? ' ')) continue;
    const letter = character === 'İ' ? 'ı' : character.toLowerCase();
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const countOf = (letters: string) =>
    [...letters].reduce((sum, letter) => sum + (counts.get(letter) ?? 0), 0);
  return Math.max(...LANGUAGES[encoding].map((letters) => countOf(letters + PUNCTUATION))) / total;
}

/** False for a capital after a small letter, and for Cyrillic or Greek next to Latin letters. */
function isPlausible(before: string, character: string, after: string): boolean {
  const isCapitalInside = character !== character.toLowerCase() && before !== before.toUpperCase();
  return !isCapitalInside && !(/[\u0370-\u04ff]/.test(character) && /[a-z]/i.test(before + after));
}

type DoubleByte = 'euc-kr' | 'gbk' | 'big5' | 'shift_jis';
type Range = readonly [from: number, to: number];

/** First and second bytes of frequent characters. Korean first: its characters are also frequent ones in GBK. */
const PAIRS: Readonly<
  Record<DoubleByte, { readonly first: readonly Range[]; readonly second: readonly Range[] }>
> = {
  'euc-kr': {
    first: [
      [0xa1, 0xa1],
      [0xa3, 0xa3],
      [0xb0, 0xc8],
    ],
    second: [[0xa1, 0xfe]],
  },
  gbk: {
    first: [
      [0xa1, 0xa1],
      [0xa3, 0xa3],
      [0xb0, 0xd7],
    ],
    second: [[0xa1, 0xfe]],
  },
  big5: {
    first: [
      [0xa1, 0xa1],
      [0xa4, 0xc6],
    ],
    second: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  shift_jis: {
    first: [
      [0x81, 0x83],
      [0x88, 0x97],
    ],
    second: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
  },
};

/** The share of characters that are frequent ones. */
function pairScore(sample: Uint8Array, encoding: DoubleByte): number {
  const { first, second } = PAIRS[encoding];
  const isIn = (ranges: readonly Range[], byte: number) =>
    ranges.some(([from, to]) => byte >= from && byte <= to);
  let frequent = 0;
  let total = 0;
  for (let at = 0; at < sample.length; at++) {
    const [byte, next] = [sample[at]!, sample[at + 1] ?? 0];
    if (byte < 0x80) continue;
    total++;
    if (isIn(first, byte) && isIn(second, next)) frequent++;
    if (next >= 0x40) at++;
  }
  return frequent / total;
}
