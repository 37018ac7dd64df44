import { installCommands } from '../../../../ui/code/cli-install';
import { ENABLE_COMPLETION, FIRST_COMMANDS, runWithoutInstalling } from './cli-commands';

const BASE = 'https://feedback.example.com';

describe('CLI commands', () => {
  it('installs the CLI from this service and asks for the key', () => {
    expect(installCommands(BASE)).toBe(`npm install --global ${BASE}/cli.tgz\nfeedback login --url ${BASE}`);
  });

  it('lists three commands to try first', () => {
    expect(FIRST_COMMANDS.split('\n')).toEqual([
      'feedback whoami',
      'feedback list --status new',
      "feedback create --title 'Dark mode'",
    ]);
  });

  it('enables bash completion', () => expect(ENABLE_COMPLETION).toBe('source <(feedback completion bash)'));

  it('runs the CLI without installing it', () => {
    expect(runWithoutInstalling(BASE)).toBe(`npx --yes ${BASE}/cli.tgz list --url ${BASE}`);
  });

  it('quotes any base URL for the shell', () => {
    const hostile = "https://feedback.example.com/'$(exit 3)";
    const quoted = `'https://feedback.example.com/'\\''$(exit 3)`;
    expect(installCommands(hostile)).toBe(
      `npm install --global ${quoted}/cli.tgz'\nfeedback login --url ${quoted}'`,
    );
    expect(runWithoutInstalling(hostile)).toBe(`npx --yes ${quoted}/cli.tgz' list --url ${quoted}'`);
  });
});
