import { Stack } from '@mantine/core';
import { t } from '../../../messages';
import { installCommands } from '../../../ui/code/cli-install';
import { CodeBlock } from '../../../ui/code/code-block';
import styles from '../console.module.css';

const texts = t.docs.console.install;

/** How to install the CLI; below the code sample, because it is done once. */
export function CliInstallHint({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <Stack gap="xs" mt="xs">
      <p className={styles.quiet}>{texts.lead}</p>
      <CodeBlock
        code={installCommands(baseUrl.replace(/\/api\/v1$/, ''))}
        language="cli"
        label={texts.label}
        copyLabel={texts.copy}
      />
    </Stack>
  );
}
