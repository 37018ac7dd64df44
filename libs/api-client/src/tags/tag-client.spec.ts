import { createFeedbackClient } from '..';
import { jsonResponse, ScriptedService } from '../../testing';

const ID = '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f';
const TAG = { id: ID, name: 'billing', color: 'gray', count: 1 };

function clientOf(...steps: ConstructorParameters<typeof ScriptedService>) {
  const service = new ScriptedService(...steps);
  const options = { baseUrl: 'https://feedback.example.com', apiKey: 'key', fetch: service.fetch };
  return { service, tags: createFeedbackClient(options).tags };
}

describe('client.tags', () => {
  it('lists, updates, and deletes tags', async () => {
    const { service, tags } = clientOf(
      jsonResponse({ data: [TAG] }),
      jsonResponse({ data: TAG }),
      () => new Response(null, { status: 204 }),
    );
    expect(await tags.list()).toEqual({ data: [TAG] });
    expect(await tags.update(ID, { name: 'billing' })).toEqual({ data: TAG });
    await tags.delete(ID);
    expect(service.requests.map(({ method, path, text }) => [method, path, text])).toEqual([
      ['GET', '/tags', ''],
      ['PATCH', `/tags/${ID}`, '{"name":"billing"}'],
      ['DELETE', `/tags/${ID}`, ''],
    ]);
  });

  it('rejects a malformed ID before any request', async () => {
    const { service, tags } = clientOf();
    await expect(tags.delete('..')).rejects.toThrow('id must be the ID of a tag');
    expect(service.requests).toEqual([]);
  });
});
