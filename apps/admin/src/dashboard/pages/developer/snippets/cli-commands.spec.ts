import { installCommands } from '../../../../ui/code/cli-install';
import { ENABLE_COMPLETION, FIRST_COMMANDS, runWithoutInstalling } from './cli-commands';

const BASE = 'https://feedback.example.com';

describe('the command line tool', () => {
  it('is installed from this service, and asks for the key itself', () => {
    expect(installCommands(BASE)).toBe(`npm install --global ${BASE}/cli.tgz\nfeedback login --url ${BASE}`);
  });

  it('has three first commands', () => {
    expect(FIRST_COMMANDS.split('\n')).toEqual([
      'feedback whoami',
      'feedback list --status new',
      "feedback create --title 'Dark mode'",
    ]);
  });

  it('completes in bash', () => expect(ENABLE_COMPLETION).toBe('source <(feedback completion bash)'));

  it('runs without being installed', () => {
    expect(runWithoutInstalling(BASE)).toBe(`npx --yes ${BASE}/cli.tgz list --url ${BASE}`);
  });

  it('is inert to a shell, whatever the base URL is', () => {
    const hostile = "https://feedback.example.com/'$(exit 3)";
    const quoted = `'https://feedback.example.com/'\\''$(exit 3)`;
    expect(installCommands(hostile)).toBe(
      `npm install --global ${quoted}/cli.tgz'\nfeedback login --url ${quoted}'`,
    );
    expect(runWithoutInstalling(hostile)).toBe(`npx --yes ${quoted}/cli.tgz' list --url ${quoted}'`);
  });
});
