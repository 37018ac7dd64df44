import type { Encoding } from './encoding';
import { guessEncoding } from './guess-encoding';

const LINE = '\n'.charCodeAt(0);
/** All codes of one and two bytes, except for the line feed that separates them. */
const CODES = Array.from({ length: 256 }, (_, first) => [
  ...Array.from({ length: first < 0x80 ? 0 : 0xbf }, (_, second) => [first, second + 0x40]),
  ...(first === LINE ? [] : [[first]]),
]).flat();

const bytesByEncoding = new Map<Encoding, ReadonlyMap<string, readonly number[]>>();

/** Encodes text by decoding all characters. */
function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = bytesByEncoding.get(encoding) ?? bytesOf(encoding);
  bytesByEncoding.set(encoding, bytes);
  return Uint8Array.from([...text].flatMap((character) => bytes.get(character) ?? [LINE]));
}

function bytesOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const all = Uint8Array.from(CODES.flatMap((code) => [...code, LINE]));
  const characters = new TextDecoder(encoding).decode(all, { stream: true }).split('\n');
  return new Map(CODES.map((code, at) => [characters[at]!, code]));
}

const guess = (...parts: Uint8Array<ArrayBuffer>[]) => guessEncoding(parts);

const ENGLISH = 'I don’t see “dark mode” – it’s 5 € or £5…';
const GERMAN = 'Grüße, „Größe“ ändern';
const FRENCH = 'Mode sombre pour les élèves, à côté du menu Français';
const SPANISH = '¿Cuándo habrá más opciones de búsqueda en español?';
const POLISH = 'Żółty motyw, ciemny tryb też się przyda';
const CZECH = 'Tmavý režim pro přehled úkolů, příliš žluťoučký';
const HUNGARIAN = 'Sötét mód, és egy gyorsabb kereső az űrlapon';
const RUSSIAN = 'Тёмная тема для мобильного приложения';
const UKRAINIAN = 'Темна тема для мобільного застосунку, її бракує';
const GREEK = 'Σκούρο θέμα για την εφαρμογή';
const TURKISH = 'Koyu tema için ayarları değiştirmek güçleşti';
const LITHUANIAN = 'Tamsi tema ir greitesnė paieška, prašyčiau į įrankių juostą';
const CHINESE = '希望支持深色模式，导出功能太慢了。';
const TRADITIONAL = '希望支援深色模式，匯出功能太慢了。';
const JAPANESE = 'ダークモードを追加してください。検索が遅いです。';
const KOREAN = '다크 모드를 추가해 주세요. 검색이 느려요.';

/** import.md 9 */
describe('guessEncoding', () => {
  it.each<readonly [Encoding, string]>([
    ['windows-1252', ENGLISH],
    ['windows-1252', GERMAN],
    ['windows-1252', FRENCH],
    ['windows-1252', SPANISH],
    ['windows-1252', `${GERMAN} ${FRENCH}`],
    ['windows-1252', 'Café'],
    ['windows-1250', POLISH],
    ['windows-1250', 'Żółty'],
    ['windows-1250', CZECH],
    ['windows-1250', HUNGARIAN],
    ['windows-1251', RUSSIAN],
    ['windows-1251', 'ТЁМНАЯ ТЕМА'],
    ['windows-1251', 'Привет'],
    ['windows-1251', UKRAINIAN],
    ['windows-1253', GREEK],
    ['windows-1254', TURKISH],
    ['windows-1257', LITHUANIAN],
    ['macintosh', ENGLISH.replace(/.{4}€/, '')],
    ['macintosh', GERMAN],
    ['macintosh', FRENCH],
    ['macintosh', SPANISH],
    ['gbk', CHINESE],
    ['gbk', '标题,描述'],
    ['big5', TRADITIONAL],
    ['shift_jis', JAPANESE],
    ['euc-kr', KOREAN],
  ])('returns %s for %j', async (encoding, text) => {
    const rows = encode(`title,body\r\n"${text}",plain text\r\n`, encoding);
    expect(await guess(rows)).toBe(encoding);
    expect(await guess(...Array.from(rows, (byte) => Uint8Array.of(byte)))).toBe(encoding);
  });

  it('reads no more than it needs', async () => {
    let chunks = 0;
    const endless = function* () {
      for (; chunks < 1000; chunks++) yield encode(`${POLISH}\n`.repeat(100), 'windows-1250');
    };
    expect(await guessEncoding(endless())).toBe('windows-1250');
    expect(chunks).toBeLessThan(100);
    const [start, rest] = [
      encode(`${POLISH}\n`.repeat(5000), 'windows-1250'),
      encode(RUSSIAN, 'windows-1251'),
    ];
    expect(await guess(Buffer.concat([start, ...Array<Uint8Array>(20_000).fill(rest)]))).toBe('windows-1250');
  });

  it('is null for UTF-8 with a few broken characters', async () => {
    expect(await guess(Buffer.from('Grüße, Größe \xe9'), Uint8Array.of(0xe9))).toBeNull();
  });
});
