import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECEIVERS } from './receivers';

describe('docs/guides/webhooks.md', () => {
  const guide = readFileSync(join(__dirname, '../../../../../../../../docs/guides/webhooks.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```\w+\n([^]*?)\n```/gm)].map(([, block]) => block);

  it.each(Object.entries(RECEIVERS))('has the server in %s', (_, code) => expect(blocks).toContain(code));
});
