import { Stack } from '@mantine/core';
import { t } from '../../messages';
import { Hint } from '../hint';
import { CodeBlock } from './code-block';
import { scriptElement } from './script-element';

interface Props {
  readonly name: 'roadmap' | 'changelog';
  /** Of the page: with `t[name]`, every page of the dashboard would load all texts. */
  readonly texts: { readonly snippet: string; readonly code: string };
  readonly baseUrl: string;
  readonly slug: string;
}

/** The code that shows the roadmap or the changelog in a web page (public.md 8). */
export function EmbedSnippet({ name, texts, baseUrl, slug }: Props) {
  return (
    <Stack gap="xs">
      <Hint>{texts.snippet}</Hint>
      <CodeBlock
        code={scriptElement(`${baseUrl}/${name}.js`, { slug })}
        language="html"
        label={texts.code}
        copyLabel={t.roadmap.embed.copy}
      />
      <Hint>{t.roadmap.embed.policy(new URL(baseUrl).origin)}</Hint>
    </Stack>
  );
}
