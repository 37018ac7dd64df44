import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { masked } from '@libs/kernel';
import { accessLog } from './requests/access-log';
import { addCompletionListeners } from './requests/completion';
import { loggerOptions } from './logging';

const KEY = 'fb_live_ExampleKeyExampleKeyExampleKey002hcjrI';

describe('log lines', () => {
  it('mask anything that looks like a key', () => {
    expect(masked(`{"a":"${KEY}","url":"/x?k=${KEY}&fb_test_12345"}`)).toBe(
      '{"a":"fb_live_…","url":"/x?k=fb_live_…&fb_test_…"}',
    );
    expect(masked('fb_live_… and nothing else')).toBe('fb_live_… and nothing else');
  });

  it('contain no key, header, query string, row, or statement value', async () => {
    let lines = '';
    const stream = new Writable({ write: (chunk, _encoding, done) => ((lines += String(chunk)), done()) });
    const app = Fastify({ logger: { ...loggerOptions('debug'), stream } });
    app.decorateRequest('caller', null);
    addCompletionListeners(app, accessLog({ ACCESS_LOG: 'on', LOG_LEVEL: 'debug' }));
    app.get('/:id', async (request) => {
      request.log.error(
        {
          err: Object.assign(new Error(`broke on ${KEY}`), {
            detail: 'ada@example.com',
            parameters: ['secret'],
          }),
        },
        `with ${KEY}`,
      );
      return {};
    });
    await app.inject({
      url: `/${KEY}?q=private&key=${KEY}`,
      headers: { 'x-api-key': KEY, cookie: 'session=c00kie', authorization: `Bearer ${KEY}` },
    });
    await app.close();
    expect(lines).toContain('broke on fb_live_…');
    expect(lines).toMatch(/"method":"GET","route":"\/:id","status":200,.*"path":"\/…"/);
    for (const secret of ['Example', 'c00kie', 'Bearer', 'ada@example.com', 'secret'])
      expect(lines).not.toContain(secret);
  });
});
