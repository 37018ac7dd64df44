import type { FormSettings } from '@libs/contract';
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { CodeBlock } from '../../../../ui/code/code-block';
import { labelled } from '../../../../ui/forms/options';
import { SelectField } from '../../../../ui/forms/select-field';
import { Note } from '../../../../ui/states/note';
import { Section } from '../../../../ui/layout/section';
import { isColor } from '../fields/color';
import { ColorInput } from '../fields/color-input';
import { WidgetPreview } from './widget-preview';
import {
  OPEN_FROM_OWN_BUTTON,
  POSITIONS,
  WIDGET_DEFAULTS,
  contentSecurityPolicy,
  widgetSnippet,
  type WidgetOptions,
} from './widget-snippet';
import styles from './widget.module.css';

const texts = t.form.widget;
/** A longer label doesn't fit on a button. */
const LABEL_MAX = 60;

interface Props {
  readonly saved: FormSettings;
  readonly baseUrl: string;
}

/** Builds the widget snippet for the saved form, with a preview. The options are not stored. */
export function WidgetSection({ saved, baseUrl }: Props) {
  const [chosenOptions, setChosenOptions] = useState<Partial<WidgetOptions>>({});
  const options: WidgetOptions = { ...WIDGET_DEFAULTS, color: saved.accent ?? '', ...chosenOptions };
  const set = (part: Partial<WidgetOptions>) => setChosenOptions((current) => ({ ...current, ...part }));

  return (
    <Section title={texts.title} hint={texts.lead}>
      <div className={styles.columns}>
        <Stack gap="lg" className={styles.controls}>
          {!saved.open && (
            <Note tone="warning" role="status">
              {texts.closed}
            </Note>
          )}
          <WidgetControls options={options} onChange={set} />
        </Stack>
        <WidgetPreview saved={saved} options={options} />
        <Stack gap="lg" className={styles.code}>
          <WidgetSnippet
            code={widgetSnippet(baseUrl, saved.slug, options)}
            isPlainHttp={baseUrl.startsWith('http:')}
          />
          <IntegrationHints baseUrl={baseUrl} />
        </Stack>
      </div>
    </Section>
  );
}

function WidgetControls({
  options,
  onChange,
}: {
  options: WidgetOptions;
  onChange(part: Partial<WidgetOptions>): void;
}) {
  const isInvalidColor = options.color !== '' && !isColor(options.color.toLowerCase());
  return (
    <div className={styles.fields}>
      <TextInput
        label={texts.label}
        placeholder={WIDGET_DEFAULTS.label}
        autoComplete="off"
        maxLength={LABEL_MAX}
        value={options.label}
        onChange={({ currentTarget: { value } }) => onChange({ label: value })}
      />
      <SelectField
        label={texts.position}
        value={options.position}
        options={labelled(POSITIONS, texts.positions)}
        onChange={(position) => onChange({ position })}
      />
      <ColorInput
        label={texts.color}
        pickerLabel={texts.picker}
        value={options.color}
        error={isInvalidColor && t.form.errors.accent}
        onChange={(color) => onChange({ color })}
      />
    </div>
  );
}

function WidgetSnippet({ code, isPlainHttp }: { readonly code: string; readonly isPlainHttp: boolean }) {
  return (
    <Stack gap="xs">
      <h3 className={styles.heading}>{texts.snippet}</h3>
      <CodeBlock code={code} language="html" label={texts.code} copyLabel={texts.copy} />
      <Hint>
        {texts.snippetHint} {isPlainHttp && texts.plainHttp}
      </Hint>
      <Hint>{texts.settingsHint}</Hint>
    </Stack>
  );
}

/** Further code that a website may need. */
function IntegrationHints({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <>
      <Stack gap="xs">
        <h3 className={styles.heading}>{texts.own}</h3>
        <CodeBlock
          code={OPEN_FROM_OWN_BUTTON}
          language="javascript"
          label={texts.ownCode}
          copyLabel={texts.ownCopy}
        />
        <Hint>{texts.email}</Hint>
      </Stack>
      <Stack gap="xs">
        <h3 className={styles.heading}>{texts.policy}</h3>
        <CodeBlock
          code={contentSecurityPolicy(baseUrl)}
          language="text"
          label={texts.policyCode}
          copyLabel={texts.policyCopy}
        />
        <Hint>{texts.policyHint}</Hint>
      </Stack>
    </>
  );
}
