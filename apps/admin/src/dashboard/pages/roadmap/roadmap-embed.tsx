import { Stack } from '@mantine/core';
import { t } from '../../../messages';
import { CodeBlock } from '../../../ui/code/code-block';
import { scriptElement } from '../../../ui/code/script-element';
import { Hint } from '../../../ui/hint';

const texts = t.roadmap.embed;

/** The code that shows the roadmap in a web page (public.md 8). */
export function RoadmapEmbed({ baseUrl, slug }: { readonly baseUrl: string; readonly slug: string }) {
  return (
    <Stack gap="xs">
      <Hint>{texts.snippet}</Hint>
      <CodeBlock
        code={scriptElement(`${baseUrl}/roadmap.js`, { slug })}
        language="html"
        label={texts.code}
        copyLabel={texts.copy}
      />
      <Hint>{texts.policy(new URL(baseUrl).origin)}</Hint>
    </Stack>
  );
}
