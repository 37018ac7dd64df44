import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { jsonResponse } from '@libs/api-client/testing';
import { runCli } from '../../testing/items';
import { webhook, webhookId } from '../../testing/webhooks';

/**
 * Tests the rules by which the API reference prints commands of webhooks: `url` becomes an argument, `events` a list
 * with commas, each header `--header 'Name: value'`, and each other field of text `--name`, or `--name=` if the value
 * starts with a dash. Any other body goes to standard input.
 */
const document = JSON.parse(readFileSync(resolve(__dirname, '../../../api/openapi.json'), 'utf8')) as {
  components: { schemas: Record<string, { properties: object }> };
};
const response = jsonResponse({ data: webhook(1) });
const header = fc.tuple(fc.stringMatching(/^[A-Za-z][\w-]{0,20}$/), fc.string({ unit: 'grapheme' }));
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  url: fc.webUrl(),
  events: fc.array(fc.stringMatching(/^[a-z.*]+$/), { minLength: 1 }),
  payload: fc.constantFrom('full', 'thin', 'slack'),
  signature: fc.constantFrom('hmac', 'ed25519'),
  headers: fc
    .uniqueArray(header, { minLength: 1, selector: ([name]) => name })
    .map((headers) => headers.map(([name, value]) => [name, value.trimStart()]))
    .map((headers) => Object.fromEntries(headers) as object),
  description: fc.string({ minLength: 1, unit: 'grapheme' }),
  exclude_actor: fc.constantFrom('import', webhookId(9)),
  status: fc.constantFrom('active', 'disabled'),
};

function toArguments(body: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (name === 'url') return [String(value)];
    if (name === 'events') return [`--events=${(value as string[]).join(',')}`];
    if (name !== 'headers') return [`--${name.replaceAll('_', '-')}=${String(value)}`];
    return Object.entries(value as object).map(([key, text]) => `--header=${key}: ${text}`);
  });
}

describe.each([
  { command: ['webhooks', 'create'], schema: 'NewWebhook', required: ['url', 'events'] },
  { command: ['webhooks', 'update', webhookId(1)], schema: 'WebhookChange', required: ['url'] },
])('feedback $command', ({ command, schema, required }) => {
  const names = Object.keys(document.components.schemas[schema]!.properties);

  it('has an argument or a flag for each field of the body', async () => {
    const fields = Object.fromEntries(names.map((name) => [name, FIELDS[name]!]));
    await fc.assert(
      fc.asyncProperty(fc.record(fields, { requiredKeys: required }), async (body) => {
        const { bodies } = await runCli([...command, ...toArguments(body)], [response]);
        expect(bodies).toEqual([body]);
      }),
      { numRuns: 50 },
    );
  });

  it('sends a body from standard input unchanged', async () => {
    const values = fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(values, async (body) => {
        const stdin = JSON.stringify(body);
        const { bodies } = await runCli(command, [response], { stdin });
        expect(bodies).toEqual([JSON.parse(stdin)]);
      }),
      { numRuns: 50 },
    );
  });
});
