import { installAndLogin } from '../../../../ui/code/cli-install';
import { COMPLETION, FIRST_COMMANDS, withoutInstalling } from './cli-commands';

const BASE = 'https://feedback.example.com';

describe('the command line tool', () => {
  it('is installed from this service, and asks for the key itself', () => {
    expect(installAndLogin(BASE)).toBe(`npm install --global ${BASE}/cli.tgz\nfeedback login --url ${BASE}`);
  });

  it('has three first commands', () => {
    expect(FIRST_COMMANDS.split('\n')).toEqual([
      'feedback whoami',
      'feedback list --status new',
      "feedback create --title 'Dark mode'",
    ]);
  });

  it('completes in bash', () => expect(COMPLETION).toBe('source <(feedback completion bash)'));

  it('runs without being installed', () => {
    expect(withoutInstalling(BASE)).toBe(`npx --yes ${BASE}/cli.tgz list --url ${BASE}`);
  });

  it('is inert to a shell, whatever the base URL is', () => {
    const hostile = "https://feedback.example.com/'$(exit 3)";
    const quoted = `'https://feedback.example.com/'\\''$(exit 3)`;
    expect(installAndLogin(hostile)).toBe(
      `npm install --global ${quoted}/cli.tgz'\nfeedback login --url ${quoted}'`,
    );
    expect(withoutInstalling(hostile)).toBe(`npx --yes ${quoted}/cli.tgz' list --url ${quoted}'`);
  });
});
