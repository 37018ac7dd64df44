/** The first match applies, because most browsers also name other browsers. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** The names of browser and operating system; null if unknown. */
export function parseUserAgent(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  return { browser: matchName(BROWSERS, userAgent ?? ''), system: matchName(SYSTEMS, userAgent ?? '') };
}

export function isHandheld(userAgent: string | null): boolean {
  return /\b(?:iPhone|iPod|iPad|Android)\b/.test(userAgent ?? '');
}

const matchName = (names: typeof BROWSERS, text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;
