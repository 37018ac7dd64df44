import { existsSync } from 'node:fs';
import { useService } from './support/service';
import { hasTerminal, Shell } from './support/shell';

const inTerminal = hasTerminal ? it : it.skip;

describe('more item commands in a shell', () => {
  const product = useService();
  let shell: Shell;
  beforeEach(async () => {
    shell = new Shell({ url: product.url, key: (await product.account()).key });
  });
  afterEach(() => shell.remove());

  /** requests.md 3 */
  it('add, list, update, and delete requests', async () => {
    const { code, stdout } = await shell.run(`
      set -e
      id=$(feedback create --title 'Dark mode' --submitter-email ada@example.com --quiet | cut -f1)
      request=$(feedback requests add $id --email eve@example.com --company Acme --value 1200 --quiet)
      printf 'bo@example.com\\n{"count":12}\\nEVE@example.com\\n' > lines.txt
      feedback requests add $id --file lines.txt --quiet | wc -l
      feedback requests update $id $request --name Eve --value 900.5
      feedback requests $id | sed 's/.*"email":\\([^,]*\\),"name":\\([^,]*\\),.*"count":\\([0-9]*\\).*/\\1 \\2 \\3/'
      feedback list --requested-by bo@example.com --sort=-request_value | cut -f3
      feedback requests delete $id $request
      feedback requests delete $id $id || echo $?
      feedback requests delete $id $request || echo $?
      feedback get $id --json | grep -o '"request_count":[0-9]*,"request_value":[0-9.]*'`);
    expect({ code, stdout: stdout.replace(/^ +/gm, '') }).toEqual({
      code: 0,
      stdout: [
        '3',
        'null null 12',
        '"bo@example.com" null 1',
        '"EVE@example.com" "Eve" 1',
        '"ada@example.com" null 1',
        'Dark mode',
        '5',
        '4',
        '"request_count":14,"request_value":0',
        '',
      ].join('\n'),
    });
  });

  /** items.md 10, batch.md 1, events.md 2 */
  it('find items by external IDs, change tags, and select events', async () => {
    const { code, stdout } = await shell.run(`
      set -e
      feedback upsert .. --title 'Dots' --quiet | cut -f3
      id=$(feedback upsert desk/17 --title 'Dark mode' --tags a,b --quiet | cut -f1)
      feedback update --external desk/17 --add-tags c --remove-tags a --external-id 18 --quiet | cut -f3
      feedback get --external 18 --json | grep -o '"tags":[^]]*]'
      feedback get --external desk/17 || echo $?
      feedback update $(feedback list --ids) --tags d || echo $?
      feedback events --since 2026-01-01 --feedback-id $id | grep -o '"type":"feedback[^"]*"'
      feedback events --exclude-actor api_key | wc -l
      feedback delete --external 18
      feedback list | cut -f3`);
    expect({ code, stdout: stdout.replace(/^ +/gm, '') }).toEqual({
      code: 0,
      stdout: [
        'Dots',
        'Dark mode',
        '"tags":["b","c"]',
        '4',
        '2',
        '"type":"feedback.created"',
        '"type":"feedback.updated"',
        '0',
        'Dots',
        '',
      ].join('\n'),
    });
  });

  (existsSync('/dev/full') ? it : it.skip)('report a full disk in one line', async () => {
    await shell.run('feedback create --title x');
    for (const command of ['list', 'list --json', 'export', '--help']) {
      const { code, stderr } = await shell.run(`feedback ${command} > /dev/full`);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^Error: Cannot write the output: ENOSPC.*\n$/),
      ]);
    }
  });

  inTerminal('prompt for standard input on a terminal and read it', async () => {
    const { code, stdout } = await shell.terminal('feedback create --title x --description -', 80, {
      after: 'press Ctrl-D to finish',
      text: 'typed by hand\n\x04',
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Created 1 item')]);
    expect((await shell.run('feedback export --format ndjson')).stdout).toContain('"typed by hand\\n"');
    expect((await shell.terminal('feedback create')).code).toBe(2);
  });
});
