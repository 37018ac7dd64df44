import { Argument, type Command } from 'commander';
import type { Cli } from '../cli';
import { COMPLETION_SCRIPTS, SHELLS, type Shell } from '../completion/shells';
import { buildCommandTree } from '../completion/command-tree';

const HELP = `
To enable completion in every new shell:
  bash  mkdir -p ~/.local/share/bash-completion/completions
        feedback completion bash > ~/.local/share/bash-completion/completions/feedback
  zsh   feedback completion zsh > "\${fpath[1]}/_feedback"
  fish  mkdir -p ~/.config/fish/completions
        feedback completion fish > ~/.config/fish/completions/feedback.fish

To enable it in the current shell:
  source <(feedback completion bash)`;

export function completionCommand(program: Command, cli: Cli): void {
  program
    .command('completion')
    .description('print a shell completion script')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: Shell) => {
      cli.context.stdout.write(COMPLETION_SCRIPTS[shell](buildCommandTree(program)));
    });
}
