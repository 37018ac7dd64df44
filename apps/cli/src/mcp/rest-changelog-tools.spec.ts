import {
  API_KEY,
  clientOn,
  FakePlatform,
  jsonResponse,
  networkFailure,
  ScriptedService,
} from '@libs/api-client/testing';
import type { Step } from '@libs/api-client/testing';
import { ToolFailure } from '@libs/mcp';
import { withParsedArguments } from '@libs/mcp/testing';
import { RestFeedbackTools } from './rest-feedback-tools';

const ID = '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f';
const ENTRY = { id: ID, title: 'Dark theme' };

/** mcp.md 7 */
describe('RestChangelogTools', () => {
  const createTools = (...steps: Step[]) => {
    const service = new ScriptedService(...steps);
    const client = clientOn(
      { baseUrl: 'https://feedback.example.com', apiKey: API_KEY, fetch: service.fetch, maxWaitMs: 5000 },
      new FakePlatform(),
    );
    const tools = withParsedArguments(new RestFeedbackTools(client, new AbortController().signal));
    return { service, changelog: tools.changelog };
  };
  const requested = ({ requests }: ScriptedService) =>
    requests.map(({ method, path, text }) => [method, path, ...(text ? [JSON.parse(text) as unknown] : [])]);

  it('sends the given arguments only', async () => {
    const page = { data: [ENTRY], pagination: { has_more: true, next_cursor: 'abc' } };
    const one = () => jsonResponse({ data: ENTRY });
    const { service, changelog } = createTools(jsonResponse(page), one(), one(), one());
    expect(await changelog.list({ status: 'draft', limit: 5, cursor: 'x' })).toEqual({
      entries: [ENTRY],
      next_cursor: 'abc',
    });
    expect(await changelog.get(ID)).toEqual(ENTRY);
    expect(await changelog.create({ title: 'Dark theme' })).toEqual(ENTRY);
    expect(await changelog.change(ID, { status: 'published', set_shipped: true })).toEqual(ENTRY);
    expect(requested(service)).toEqual([
      ['GET', '/changelog?status=draft&limit=5&cursor=x'],
      ['GET', `/changelog/${ID}`],
      ['POST', '/changelog', { title: 'Dark theme' }],
      ['PATCH', `/changelog/${ID}`, { status: 'published', set_shipped: true }],
    ]);
  });

  it('says after a lost response that the entry may have been created', async () => {
    const { changelog } = createTools(networkFailure('ECONNRESET'));
    const thrown: unknown = await changelog.create({ title: 'x' }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ToolFailure);
    expect((thrown as ToolFailure).details).toEqual([
      'The entry may have been created. Check before you create it again.',
    ]);
  });

  it('sends no request for a malformed ID', async () => {
    const { service, changelog } = createTools();
    for (const call of [changelog.get('..'), changelog.change('..', {}), changelog.delete('..')])
      await expect(call).rejects.toMatchObject({ message: 'Changelog entry not found' });
    expect(service.requests).toEqual([]);
  });
});
