import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../../messages';
import { CodeBlock } from '../../../../../ui/code/code-block';
import { Section } from '../../../../../ui/layout/section';
import { TabPanels } from '../../../../../ui/pages/tab-panels';
import { RECEIVERS } from './receivers';

const texts = t.webhooks.receive;
const { snippets } = t.developer;
const LANGUAGES = Object.keys(RECEIVERS) as (keyof typeof RECEIVERS)[];

/** How an endpoint handles requests. */
export function ReceiveSection() {
  const [language, setLanguage] = useState(LANGUAGES[0]!);
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Stack gap="md">
        <TabPanels
          label={snippets.language}
          names={snippets.languages}
          tabs={LANGUAGES}
          value={language}
          onChange={setLanguage}
        >
          <CodeBlock
            code={RECEIVERS[language]}
            language={language}
            label={texts.code(snippets.languages[language])}
            copyLabel={snippets.copy}
          />
        </TabPanels>
        <Text size="sm">{texts.secret}</Text>
        <Text size="sm">{texts.local}</Text>
        <CodeBlock
          code={texts.listen}
          language="cli"
          label={texts.listenLabel}
          copyLabel={texts.copyListen}
        />
        <Text size="sm">{texts.repeats}</Text>
        <Anchor href="/docs#createWebhook" target="_blank" size="sm">
          {texts.reference}
        </Anchor>
      </Stack>
    </Section>
  );
}
