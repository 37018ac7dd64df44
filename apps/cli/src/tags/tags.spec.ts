import { jsonResponse } from '@libs/api-client/testing';
import { itemId, runCli } from '../../testing/items';

const tag = (n: number, name: string) => ({ id: itemId(n), name, color: 'gray', count: n });

describe('feedback tags', () => {
  it('lists tags, one per line, or as JSON', async () => {
    const response = { data: [tag(1, 'billing'), tag(2, 'mobile')] };
    const { stdout, requests } = await runCli('tags list', [jsonResponse(response)]);
    expect(stdout).toBe(`${itemId(1)}\t1\tgray\tbilling\n${itemId(2)}\t2\tgray\tmobile\n`);
    expect(requests[0]!.path).toBe('/tags');
    const json = await runCli('tags list --json', [jsonResponse(response)]);
    expect(JSON.parse(json.stdout)).toEqual(response);
    expect((await runCli('tags list', [jsonResponse({ data: [] })])).stderr).toContain('No tags');
  });

  it('renames and merges a tag', async () => {
    const command = `tags update ${itemId(1)} --name mobile --color teal`;
    const renamed = await runCli(command, [jsonResponse({ data: tag(1, 'mobile') })]);
    expect(renamed.bodies).toEqual([{ name: 'mobile', color: 'teal' }]);
    expect(renamed.stderr).toContain('Updated 1 tag');
    const merged = await runCli(command, [jsonResponse({ data: tag(2, 'mobile') })]);
    expect(merged.stderr).toContain('Merged into mobile');
    const asJson = await runCli(`${command} --json --url https://b.example`, [
      jsonResponse({ data: tag(1, 'mobile') }),
    ]);
    expect(asJson.bodies).toEqual(renamed.bodies);
    for (const flags of ['', ' --json', ' --no-color'])
      expect(await runCli(`tags update ${itemId(1)}${flags}`)).toMatchObject({ code: 2, requests: [] });
  });

  it('deletes a tag with --yes', async () => {
    const deleted = () => new Response(null, { status: 204 });
    const { code, stderr, requests } = await runCli(`tags delete ${itemId(1)} --yes`, [deleted]);
    expect([code, requests[0]!.method]).toEqual([0, 'DELETE']);
    expect(stderr).toContain('Deleted 1 tag');
    expect(await runCli('tags delete abc --yes')).toMatchObject({ code: 4, requests: [] });
  });
});
