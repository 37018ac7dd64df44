import type { Permission } from '@libs/contract';
import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { CodeBlock } from '../../../../ui/code/code-block';
import { labelled } from '../../../../ui/forms/options';
import { Segments } from '../../../../ui/forms/segments';
import { TabPanels } from '../../../../ui/pages/tab-panels';
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
    <TabPanels
      label={texts.language}
      names={texts.languages}
      tabs={LANGUAGES}
      value={language}
      onChange={setLanguage}
    >
      <Stack gap="xs">
        <Group gap="sm" justify="space-between">
          {OPERATIONS[permission].length > 1 && (
            <Segments
              size="sm"
              label={texts.operation}
              value={operation}
              options={labelled(OPERATIONS[permission], texts.operations)}
              onChange={setOperation}
            />
          )}
          {texts.hints[hint] && <Hint>{texts.hints[hint]}</Hint>}
        </Group>
        <CodeBlock
          code={snippet(language, operation, context)}
          language={language}
          label={texts.code(texts.operations[operation], texts.languages[language])}
          copyLabel={texts.copy}
        />
        {operation === 'update' && (
          <Hint>{newest.data ? texts.update(newest.data.title) : texts.updateEmpty}</Hint>
        )}
      </Stack>
    </TabPanels>
  );
}
