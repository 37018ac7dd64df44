import type { FormSettings } from '@libs/contract';
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { CodeBlock } from '../../../../ui/code/code-block';
import { Note } from '../../../../ui/states/note';
import { Section } from '../../../../ui/layout/section';
import { isColour } from '../fields/color';
import { ColourInput } from '../fields/color-input';
import { WidgetPreview } from './widget-preview';
import {
  OPEN_BY_BUTTON,
  POSITIONS,
  WIDGET_DEFAULTS,
  widgetPolicy,
  widgetSnippet,
  type WidgetLook,
  type WidgetPosition,
} from './widget-snippet';
import styles from './widget.module.css';

const texts = t.form.widget;
/** A button with more on it is none. */
const LABEL_MAX = 60;

interface Props {
  readonly saved: FormSettings;
  readonly baseUrl: string;
}

/** Puts a snippet together, and shows what it will do; it is of the saved form, and kept nowhere. */
export function WidgetSection({ saved, baseUrl }: Props) {
  const [chosen, setChosen] = useState<Partial<WidgetLook>>({});
  const look: WidgetLook = { ...WIDGET_DEFAULTS, color: saved.accent ?? '', ...chosen };
  const set = (part: Partial<WidgetLook>) => setChosen((current) => ({ ...current, ...part }));

  return (
    <Section title={texts.title} hint={texts.lead}>
      <div className={styles.columns}>
        <Stack gap="lg" className={styles.controls}>
          {!saved.open && (
            <Note tone="warning" role="status">
              {texts.closed}
            </Note>
          )}
          <Controls look={look} onChange={set} />
        </Stack>
        <WidgetPreview saved={saved} look={look} />
        <Stack gap="lg" className={styles.code}>
          <Snippet
            code={widgetSnippet(baseUrl, saved.slug, look)}
            isPlainHttp={baseUrl.startsWith('http:')}
          />
          <More baseUrl={baseUrl} />
        </Stack>
      </div>
    </Section>
  );
}

function Controls({ look, onChange }: { look: WidgetLook; onChange(part: Partial<WidgetLook>): void }) {
  const isWrong = look.color !== '' && !isColour(look.color.toLowerCase());
  return (
    <div className={styles.fields}>
      <TextInput
        label={texts.label}
        placeholder={WIDGET_DEFAULTS.label}
        autoComplete="off"
        maxLength={LABEL_MAX}
        value={look.label}
        onChange={({ currentTarget: { value } }) => onChange({ label: value })}
      />
      <NativeSelect
        label={texts.position}
        value={look.position}
        data={POSITIONS.map((value) => ({ value, label: texts.positions[value] }))}
        onChange={({ currentTarget: { value } }) => onChange({ position: value as WidgetPosition })}
      />
      <ColourInput
        label={texts.colour}
        picker={texts.picker}
        value={look.color}
        error={isWrong && t.form.errors.accent}
        onChange={(color) => onChange({ color })}
      />
    </div>
  );
}

function Snippet({ code, isPlainHttp }: { readonly code: string; readonly isPlainHttp: boolean }) {
  return (
    <Stack gap="xs">
      <h3 className={styles.heading}>{texts.snippet}</h3>
      <CodeBlock code={code} language="html" label={texts.code} copyLabel={texts.copy} />
      <Text size="xs" c="dimmed">
        {texts.snippetHint} {isPlainHttp && texts.plainHttp}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.words}
      </Text>
    </Stack>
  );
}

/** What a website may need besides. */
function More({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <Stack gap="xs">
        <h3 className={styles.heading}>{texts.own}</h3>
        <CodeBlock
          code={OPEN_BY_BUTTON}
          language="javascript"
          label={texts.ownCode}
          copyLabel={texts.ownCopy}
        />
        <Text size="xs" c="dimmed">
          {texts.email}
        </Text>
      </Stack>
      <Stack gap="xs">
        <h3 className={styles.heading}>{texts.policy}</h3>
        <CodeBlock
          code={widgetPolicy(baseUrl)}
          language="text"
          label={texts.policyCode}
          copyLabel={texts.policyCopy}
        />
        <Text size="xs" c="dimmed">
          {texts.policyHint}
        </Text>
      </Stack>
    </>
  );
}
