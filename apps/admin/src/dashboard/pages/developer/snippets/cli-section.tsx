import { Stack, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { installCommands } from '../../../../ui/code/cli-install';
import { CodeBlock } from '../../../../ui/code/code-block';
import { Section } from '../../../../ui/layout/section';
import { ENABLE_COMPLETION, FIRST_COMMANDS, runWithoutInstalling } from './cli-commands';

const texts = t.developer.cli;

/** How to install the CLI and run the first commands. */
export function CliSection({ baseUrl }: { readonly baseUrl: string }) {
  const steps = [
    { ...texts.install, code: installCommands(baseUrl) },
    { ...texts.first, code: FIRST_COMMANDS },
    { ...texts.completion, code: ENABLE_COMPLETION },
    { ...texts.once, code: runWithoutInstalling(baseUrl) },
  ];
  return (
    <Section title={texts.title} hint={texts.lead}>
      <Stack gap="md">
        {steps.map(({ text, copy, code }) => (
          <Stack key={copy} gap="xs">
            <Text size="sm">{text}</Text>
            <CodeBlock code={code} language="cli" label={text} copyLabel={copy} />
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}
