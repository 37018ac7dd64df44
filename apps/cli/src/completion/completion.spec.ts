import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringContext } from '../../testing/string-context';
import { run } from '../run';
import { SHELLS, type Shell } from './shells';

const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const COMMANDS =
  'list get similar create update upsert delete publish unpublish history notes requests status-messages batch export import counts stats tags changelog events listen webhooks login logout whoami open mcp completion help';
const WEBHOOK_COMMANDS = [
  ...['list', 'get', 'create', 'update', 'delete', 'rotate-secret'],
  ...['test', 'deliveries', 'retry', 'replay'],
];
const STATUSES = ['new', 'planned', 'building', 'shipped', 'declined'];

let folder: string;
const files: Partial<Record<Shell, string>> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'feedback-completion-'));
  for (const name of ['rows.csv', 'rows two.ndjson']) writeFileSync(join(folder, name), '');
  for (const shell of SHELLS) {
    const testContext = stringContext();
    expect(await run(['completion', shell], testContext.context)).toBe(0);
    files[shell] = join(folder, `.${shell}`);
    writeFileSync(files[shell], testContext.stdout());
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls the bash completion and returns its completions for the last word. */
function bash(...args: string[]): string[] {
  const script = `source "$1"; shift; COMP_WORDS=(feedback "$@"); COMP_CWORD=$#; _feedback; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return runShell('bash', ['--norc', '-c', script, 'bash', files.bash!, ...args]);
}

/** Completes each line in one process. Returns the completions of each line. */
function fish(lines: readonly string[]): string[][] {
  const script = 'source $argv[1]; for line in $argv[2..]; complete -C $line; echo END; end';
  const output = runShell('fish', ['--no-config', '-c', script, files.fish!, ...lines], lines.length);
  return splitAt('END', output).map((offered) => offered.map((one) => one.split('\t')[0]!));
}

/**
 * Completes each line in one process. Returns the completions of each line. Runs zsh in a pseudo-terminal, because
 * completion needs one, and requests completions after the prompt.
 */
function zsh(lines: readonly string[]): string[][] {
  const script = `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'PROMPT=G""O:; cd ${folder}; autoload -Uz compinit; compinit -u -D; source ${files.zsh!}'
    zpty -w z 'compadd() { builtin compadd -O offered "$@"; print -rl -- "\${offered[@]/#/OFFERED:}"; builtin compadd "$@" }'
    zpty -w z 'print REA""DY'
    zpty -r z out '*READY*GO:*'
    for line in "$@"; do
      zpty -w -n z "$line"$'\\t'
      zpty -w z $'\\x15print DO""NE'
      zpty -r z out '*DONE*GO:*'
      print -r -- "$out"
      print END
    done`;
  const output = runShell('zsh', ['-f', '-c', script, 'zsh', ...lines], lines.length);
  return splitAt('END', output).map((texts) => [
    ...new Set(texts.flatMap((text) => /OFFERED:(.+?)\r?$/.exec(text)?.[1] ?? [])),
  ]);
}

function runShell(shell: string, argv: string[], lines = 1): string[] {
  const options = { cwd: folder, encoding: 'utf8', timeout: lines * 20_000 } as const;
  const { stdout, stderr } = spawnSync(shell, argv, options);
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

/** Returns the texts before each separator. */
function splitAt(separator: string, texts: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const text of texts) {
    if (text === separator) parts.push([]);
    else parts.at(-1)!.push(text);
  }
  return parts.slice(0, -1);
}

const inShell = (shell: string) => (has(shell) ? describe : describe.skip);

inShell('bash')('completion in bash', () => {
  it.each<[string[], string[]]>([
    [['li'], ['list', 'listen']],
    [['log'], ['login', 'logout']],
    [['--no'], ['--no-color']],
    [['list', '--st'], ['--status']],
    [['list', '--status', ''], STATUSES],
    [['list', '--status', 'p'], ['planned']],
    [['list', '--status', '=', 'p'], ['planned']],
    [['list', '--status', '='], STATUSES],
    [['--url', 'list', 'who'], ['whoami']],
    [['--json', 'list', '--sort', 'up'], ['updated_at']],
    [['list', '--status', 'new', '--sort', 't'], ['title']],
    [['list', '--status', '=', 'new', '--sort', 't'], ['title']],
    [['list', '--q', ''], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['completion', 'bash', ''], []],
    [['help', 'wh'], ['whoami']],
    [
      ['import', 'ro'],
      ['rows two.ndjson', 'rows.csv'],
    ],
    [['import', '--dry-run', 'rows.'], ['rows.csv']],
    [['import', 'rows.csv', 'ro'], []],
    [['export', '-o', 'rows.'], ['rows.csv']],
    [
      ['export', '--format', ''],
      ['json', 'ndjson', 'csv'],
    ],
    [['events', '--types', 'feedback.cr'], ['feedback.created']],
    [['events', '--fo'], ['--follow']],
    [['listen', '--types', 'feedback.d'], ['feedback.deleted']],
    [['listen', '--fo'], ['--forward-to']],
    [['nonsense', ''], []],
    [
      ['webhooks', 're'],
      ['retry', 'replay'],
    ],
    [['--url', 'list', 'webhooks', '--json', 'l'], ['list']],
    [['webhooks', 'list', '--st'], []],
    [['webhooks', 'list', '--js'], ['--json']],
    [
      ['webhooks', 'update', 'id', '--status', ''],
      ['active', 'disabled'],
    ],
    [['webhooks', 'update', '--status', '=', 'd'], ['disabled']],
    [['webhooks', 'deliveries', 'id', '--limit', '5', '--event-type', 'webhook.t'], ['webhook.test']],
    [['list', '--status', ''], STATUSES],
    [['webhooks', 'nonsense', ''], []],
    [['help', 'webhooks', 'rot'], ['rotate-secret']],
    [['help', 'webhooks', 'list', ''], []],
  ])('completes %j with %j', (args, expected) => {
    expect(bash(...args).sort()).toEqual([...expected].sort());
  });

  it('offers every command of a group', () => {
    expect(bash('webhooks', '').filter((word) => !word.startsWith('-'))).toEqual(WEBHOOK_COMMANDS);
    expect(bash('webhooks', '-')).toEqual(expect.arrayContaining(['--json', '--help', '-h']));
    expect(bash('help', 'webhooks', '')).toEqual(WEBHOOK_COMMANDS);
  });

  it('offers every command and global flag for the first word', () => {
    const offered = bash('');
    expect(offered.filter((word) => !word.startsWith('-'))).toEqual(COMMANDS.split(' '));
    expect(offered).toEqual(expect.arrayContaining(['--url', '--json', '--version', '--help', '-h']));
    expect(bash('list', '-')).toEqual(expect.arrayContaining(['--all', '--created-after', '--json', '-h']));
  });
});

inShell('fish')('completion in fish', () => {
  const cases: [string, string[]][] = [
    ['feedback li', ['list', 'listen']],
    ['feedback ', COMMANDS.split(' ')],
    ['feedback list --stat', ['--status']],
    ['feedback list --status ', STATUSES],
    ['feedback list --status=pl', ['--status=planned']],
    ['feedback completion ', ['bash', 'zsh', 'fish']],
    ['feedback help who', ['whoami']],
    ['feedback import rows.', ['rows.csv']],
    ['feedback export -o rows.', ['rows.csv']],
    ['feedback whoami ', []],
    ['feedback webhooks ', WEBHOOK_COMMANDS],
    ['feedback --url list webhooks re', ['retry', 'replay']],
    ['feedback webhooks list --stat', []],
    ['feedback webhooks update id --status ', ['active', 'disabled']],
    ['feedback webhooks deliveries --limit 5 id --event-type webhook.t', ['webhook.test']],
    ['feedback list --search webhooks --stat', ['--status']],
    ['feedback help webhooks rot', ['rotate-secret']],
    ['feedback help webhooks list ', []],
  ];
  let completions: string[][];
  beforeAll(() => (completions = fish(cases.map(([line]) => line))));

  it.each(cases)('completes %j', (line, expected) => {
    const at = cases.findIndex(([one]) => one === line);
    expect(completions[at]!.sort()).toEqual([...expected].sort());
  });
});

inShell('zsh')('completion in zsh', () => {
  const cases: [string, string[]][] = [
    ['feedback li', ['list', 'listen']],
    ['feedback log', ['login', 'logout']],
    ['feedback list --status ', STATUSES],
    ['feedback list --status=pl', ['planned']],
    ['feedback --json list --sort up', ['updated_at']],
    ['feedback list --json --sort up', ['updated_at']],
    ['feedback completion ', ['bash', 'zsh', 'fish']],
    ['feedback help who', ['whoami']],
    ['feedback import rows.', ['rows.csv']],
    ['feedback webhooks ', WEBHOOK_COMMANDS],
    ['feedback --quiet webhooks --json rep', ['replay']],
    ['feedback webhooks update id --status ', ['active', 'disabled']],
    ['feedback webhooks deliveries --limit 5 id --event-type=webhook.t', ['webhook.test']],
    ['feedback help webhooks rot', ['rotate-secret']],
  ];
  let completions: string[][];
  beforeAll(() => (completions = zsh(cases.map(([line]) => line))));

  it.each(cases)('completes %j', (line, expected) => {
    const at = cases.findIndex(([one]) => one === line);
    expect(completions[at]!.sort()).toEqual([...expected].sort());
  });
});
