import { Anchor, Stack, Tabs, Text } from '@mantine/core';
import { t } from '../../../../../messages';
import { CodeBlock } from '../../../../../ui/code/code-block';
import { Section } from '../../../../../ui/layout/section';
import { RECEIVERS } from './receivers';

const texts = t.webhooks.receive;
const LANGUAGES = Object.keys(RECEIVERS) as (keyof typeof RECEIVERS)[];

/** How an endpoint handles requests. */
export function ReceiveSection() {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Stack gap="md">
        <Tabs keepMounted={false} defaultValue={LANGUAGES[0]}>
          <Tabs.List aria-label={t.developer.snippets.language}>
            {LANGUAGES.map((language) => (
              <Tabs.Tab key={language} value={language}>
                {t.developer.snippets.languages[language]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {LANGUAGES.map((language) => (
            <Tabs.Panel key={language} value={language} pt="sm">
              <CodeBlock
                code={RECEIVERS[language]}
                language={language}
                label={texts.code(t.developer.snippets.languages[language])}
                copyLabel={t.developer.snippets.copy}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
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
