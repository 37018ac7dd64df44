import { isHandheld, parseUserAgent } from './user-agent';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0';

describe('parseUserAgent', () => {
  it.each([
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'Chrome', 'Windows'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/143.0.0.0`, 'Edge', 'Windows'],
    [`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36 OPR/127.0.0.0`, 'Opera', 'Linux'],
    [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox', 'Linux'],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.1 Safari/605.1.15`,
      'Safari',
      'macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${WEBKIT} Version/26.1 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iPhone',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${WEBKIT} CriOS/143.0 Mobile/15E148 Safari/604.1`,
      'Chrome',
      'iPhone',
    ],
    [`${MOZILLA} (Linux; Android 16) ${CHROME} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [
      `${MOZILLA} (Linux; Android 16; SM-S931B) AppleWebKit/537.36 SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
    ],
    [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome', 'ChromeOS'],
    [
      `${MOZILLA} (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0 Safari/537.36`,
      'Chrome',
      'Linux',
    ],
    ['curl/8.14.1', 'curl', null],
    ['<script>alert(1)</script>', null, null],
    ['', null, null],
    [null, null, null],
  ])('names the browser and system of %s', (userAgent, browser, system) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, system });
  });
});

describe('isHandheld', () => {
  it('is true for phones only', () => {
    expect(isHandheld(`${MOZILLA} (Linux; Android 16) ${CHROME} Mobile Safari/537.36`)).toBe(true);
    expect(isHandheld(`${MOZILLA} (X11; Linux x86_64) ${CHROME} Safari/537.36`)).toBe(false);
    expect(isHandheld(null)).toBe(false);
  });
});
