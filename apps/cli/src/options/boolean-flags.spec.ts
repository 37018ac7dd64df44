import { Command } from 'commander';
import { expandBooleanFlags } from './boolean-flags';

const program = new Command().option('--json').option('--url <address>');
program.command('create').option('--title <text>').option('--dry-run').argument('[file]');
const requests = program.command('requests').option('--json');
requests.command('list', { isDefault: true }).option('--all').argument('<item>');
requests.command('add').option('--count <n>');
program.command('webhooks').option('--json').command('replay').option('--dry-run');

describe('expandBooleanFlags', () => {
  it.each([
    ['create --dry-run=true', 'create --dry-run'],
    ['create --dry-run=false', 'create'],
    ['create --dry-run --dry-run=false', 'create'],
    ['create --dry-run=false --dry-run', 'create --dry-run'],
    ['--json=true create', '--json create'],
    ['webhooks replay --dry-run=true', 'webhooks replay --dry-run'],
    ['webhooks --json=true replay', 'webhooks --json replay'],
    // `list` is the default command.
    ['requests x --all=true', 'requests x --all'],
    ['requests --json=true --all=true x', 'requests --json --all x'],
    ['requests list x --all=true', 'requests list x --all'],
    ['requests add x --all=true', 'requests add x --all=true'],
    // Everything that is not a boolean flag of this command stays unchanged, so that the command parses it.
    ['create --title=true', 'create --title=true'],
    ['create --title --dry-run=true', 'create --title --dry-run=true'],
    ['create --unknown=true', 'create --unknown=true'],
    ['create --dry-run=yes', 'create --dry-run=yes'],
    ['create -- --dry-run=true', 'create -- --dry-run=true'],
    // `create` is the value of --url here, not a command.
    ['--url create --dry-run=true', '--url create --dry-run=true'],
  ])('expands %j to %j', (args, expected) => {
    expect(expandBooleanFlags(args.split(' '), program).join(' ')).toBe(expected);
  });
});
