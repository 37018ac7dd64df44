import { useService } from './support/service';
import { hasTerminal, Shell } from './support/shell';

const inTerminal = hasTerminal ? it : it.skip;

describe('item commands in a shell', () => {
  const product = useService();
  let shell: Shell;
  beforeEach(async () => {
    shell = new Shell({ url: product.url, key: (await product.account()).key });
  });
  afterEach(() => shell.remove());

  it('create, show, update, and delete an item', async () => {
    const { code, stdout, stderr } = await shell.run(`
      set -e
      id=$(feedback create --title 'Dark mode' --submitter-email ada@example.com --quiet | cut -f1)
      version=$(feedback get $id --json | sed 's/.*"etag":"\\\\"\\([0-9]*\\).*/\\1/')
      feedback update $id --status planned --if-match $version --quiet | cut -f2,3
      feedback update $id --status shipped --if-match $version && exit 9 || echo $?
      echo '{"description":"For the night"}' | feedback update $id --json | grep -c '"For the night"'
      feedback delete $id
      feedback delete $id || echo $?
      feedback get $id || echo $?`);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'planned\tDark mode\n5\n1\n4\n4\n' });
    expect(stderr).toContain('The item has changed since it was read');
  });

  it('pass items through pipes', async () => {
    const { code, stdout } = await shell.run(`
      for n in 1 2 3; do echo "{\\"title\\":\\"Crash $n\\"}"; done | feedback create --quiet > /dev/null
      feedback create --title 'Dark mode' --quiet > /dev/null
      feedback list | grep Crash | feedback batch --status building --quiet | wc -l
      feedback list --ndjson --status building | grep 'Crash 2' | feedback batch --title 'Crash two' --quiet | cut -f3
      feedback list --status building --sort title | cut -f3
      feedback list --ids --status building | feedback delete --yes
      feedback list --ids --status building | feedback delete --yes
      feedback list | cut -f2,3`);
    expect({ code, stdout: stdout.replace(/^ +/gm, '') }).toEqual({
      code: 0,
      stdout: '3\nCrash two\nCrash 1\nCrash 3\nCrash two\nnew\tDark mode\n',
    });
  });

  it('print no error when the reader closes the pipe', async () => {
    await shell.run(
      'for n in $(seq 150); do echo "{\\"title\\":\\"Item $n\\"}"; done | feedback import --format ndjson',
    );
    const { stdout, stderr } = await shell.run(
      'feedback list --all | head -1 | wc -l; echo ${PIPESTATUS[0]}; feedback export | head -c 5; echo " ${PIPESTATUS[0]}"',
    );
    expect([stdout.replace(/^ +/gm, ''), stderr]).toEqual(['1\n0\n{"dat 0\n', '']);
  });

  inTerminal('show a table in color, as wide as the terminal, with escaped control characters', async () => {
    const hostile = {
      title: '日本語のタイトルはとても長い、長い、長い 👩‍👩‍👧 Titel',
      description: 'one\u001b]0;owned\u0007\u001b[2J',
      submitter_email: 'ada@example.com',
    };
    await shell.run('feedback create', { stdin: JSON.stringify(hostile) });
    const { code, stdout } = await shell.terminal('feedback list', 90);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\x1b\[1mID {34}\x1b\[22m/);
    expect(stdout).toContain('\x1b[36mnew');
    expect(stdout).toContain('日本語のタイトルはとても長い、長い…');
    const card = await shell.terminal('feedback get $(feedback list --ids)');
    expect(card.stdout).toContain('one␛]0;owned␇␛[2J');
  });

  inTerminal('ask for confirmation before deleting several items, and delete nothing on Ctrl-C', async () => {
    await shell.run(`printf '{"title":"a"}\\n{"title":"b"}\\n' | feedback create`);
    const remove = 'feedback delete $(feedback list --ids)';
    const after = 'Delete 2 items permanently? [y/N] ';
    expect((await shell.terminal(remove, 80, { after, text: 'n\n' })).code).toBe(1);
    const interrupted = await shell.terminal(remove, 80, { after, text: '\x03' });
    expect(interrupted.code).toBe(130);
    expect(interrupted.stdout).not.toContain('Error');
    expect((await shell.run('feedback list --ids | wc -l')).stdout.trim()).toBe('2');
    expect((await shell.terminal(remove, 80, { after, text: 'y\n' })).code).toBe(0);
    expect((await shell.run('feedback list')).stderr).toBe('No items\n');
  });
});
