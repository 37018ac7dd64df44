import type { Permission } from '@libs/contract';
import { Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { CodeBlock } from '../../../../ui/code/code-block';
import { LANGUAGES, OPERATIONS, snippet, type Language, type Operation } from './snippets';
import { useNewestItem } from './use-newest-item';

interface Props {
  readonly apiUrl: string;
  readonly permission: Permission;
  readonly secret?: string;
  /** The first allowed origin of a submit key. */
  readonly origin?: string;
}

const texts = t.developer.snippets;

/** Code samples for the first requests; contain the secret while it is shown. */
export function SnippetTabs({ apiUrl, permission, secret = '', origin = '' }: Props) {
  const [language, setLanguage] = useState<Language>('curl');
  const [operation, setOperation] = useState<Operation>(OPERATIONS[permission][0]!);
  const newest = useNewestItem(operation === 'update');
  const context = {
    apiUrl,
    secret: secret || null,
    origin: origin || null,
    itemId: newest.data?.id ?? null,
  };
  const hint = permission === 'submit' && language === 'javascript' ? 'javascriptPage' : language;

  return (
    <Tabs keepMounted={false} value={language} onChange={(value) => setLanguage(value as Language)}>
      <Tabs.List aria-label={texts.language}>
        {LANGUAGES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {texts.languages[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((name) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Stack gap="xs">
            <Group gap="sm" justify="space-between">
              {OPERATIONS[permission].length > 1 && (
                <SegmentedControl
                  size="sm"
                  aria-label={texts.operation}
                  value={operation}
                  onChange={(value) => setOperation(value as Operation)}
                  data={OPERATIONS[permission].map((value) => ({ value, label: texts.operations[value] }))}
                />
              )}
              {texts.hints[hint] && (
                <Text size="xs" c="dimmed">
                  {texts.hints[hint]}
                </Text>
              )}
            </Group>
            <CodeBlock
              code={snippet(language, operation, context)}
              language={language}
              label={texts.code(texts.operations[operation], texts.languages[language])}
              copyLabel={texts.copy}
            />
            {operation === 'update' && (
              <Text size="xs" c="dimmed">
                {newest.data ? texts.update(newest.data.title) : texts.updateEmpty}
              </Text>
            )}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
