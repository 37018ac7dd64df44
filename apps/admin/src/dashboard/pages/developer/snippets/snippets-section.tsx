import { Stack, Text } from '@mantine/core';
import { t } from '../../../../messages';
import { Note } from '../../../../ui/states/note';
import { Section } from '../../../../ui/layout/section';
import { CodeBlock } from '../../../../ui/code/code-block';
import { SET_VARIABLE } from './snippets';
import { SnippetTabs } from './snippet-tabs';

const texts = t.developer.snippets;

/** Code samples that read the key from the environment. */
export function SnippetsSection({ apiUrl }: { readonly apiUrl: string }) {
  return (
    <Section title={texts.title} hint={texts.lead}>
      <Stack gap="md">
        <Stack gap="xs">
          <Text size="sm">{texts.variable}</Text>
          <CodeBlock
            code={SET_VARIABLE}
            language="curl"
            label={texts.variableCopy}
            copyLabel={texts.variableCopy}
          />
        </Stack>
        <SnippetTabs apiUrl={apiUrl} permission="full" />
        <Note tone="warning">{texts.publicWarning}</Note>
      </Stack>
    </Section>
  );
}
