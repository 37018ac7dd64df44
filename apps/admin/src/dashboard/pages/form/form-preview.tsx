import { hasVisible } from '@libs/kernel';
import { Group, useComputedColorScheme } from '@mantine/core';
import { Check } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { t } from '../../../messages';
import { labelled } from '../../../ui/forms/options';
import { Segments } from '../../../ui/forms/segments';
import { accentVariants } from './fields/color';
import type { FormDraft } from './form-draft';
import styles from './form.module.css';
import previewStyles from './form-preview.module.css';

interface Props {
  readonly draft: FormDraft;
  readonly accountName: string;
}

type Scheme = 'light' | 'dark';
type PreviewPageName = 'form' | 'thanks';

const texts = t.form.preview;

/** A preview of the form with the current input. It is a copy, because the real page cannot be shown in a frame. */
export function FormPreview({ draft, accountName }: Props) {
  const pageScheme = useComputedColorScheme('light');
  const [chosenScheme, setChosenScheme] = useState<Scheme | null>(null);
  const [page, setPage] = useState<PreviewPageName>('form');
  const scheme = chosenScheme ?? pageScheme;

  return (
    <section className={styles.aside} aria-label={texts.title}>
      <div className={styles.previewBar}>
        <h2>{texts.title}</h2>
        <Group gap="xs">
          <Segments
            label={texts.page}
            value={page}
            options={labelled(['form', 'thanks'], texts)}
            onChange={setPage}
          />
          <Segments
            label={texts.scheme}
            value={scheme}
            options={labelled(['light', 'dark'], texts)}
            onChange={setChosenScheme}
          />
        </Group>
      </div>
      <div
        className={previewStyles.page}
        data-scheme={scheme}
        style={accentStyle(draft.accent, scheme)}
        role="img"
        aria-label={texts.label(draft.open ? headingOf(draft, accountName) : texts.closed.heading)}
      >
        <div inert>
          <PreviewPage page={page} draft={draft} accountName={accountName} />
        </div>
      </div>
    </section>
  );
}

function PreviewPage({ page, draft, accountName }: Props & { readonly page: PreviewPageName }) {
  if (!draft.open)
    return <HeadingAndText heading={texts.closed.heading} text={texts.closed.text(accountName)} />;
  if (page === 'thanks') {
    return (
      <>
        <Check className={previewStyles.tick} strokeWidth={2.5} />
        <HeadingAndText
          heading={texts.thanksHeading}
          text={hasVisible(draft.thanks) ? draft.thanks : texts.own.thanks(accountName)}
        />
        <span className={previewStyles.more}>{texts.more}</span>
      </>
    );
  }
  return (
    <>
      <p className={previewStyles.who}>
        <span className={previewStyles.mark}>{[...accountName.trim()][0]?.toUpperCase()}</span>
        {hasVisible(draft.heading) && accountName}
      </p>
      <HeadingAndText
        heading={headingOf(draft, accountName)}
        text={hasVisible(draft.introduction) ? draft.introduction : texts.own.introduction}
      />
      <PreviewFields email={draft.email_field} />
      <p className={previewStyles.foot}>{texts.privacy}</p>
    </>
  );
}

function PreviewFields({ email }: { readonly email: FormDraft['email_field'] }) {
  const { fields } = texts;
  return (
    <div className={previewStyles.card}>
      <PreviewField label={fields.title} />
      <PreviewField label={fields.description} note={fields.optional} tall />
      {email !== 'hidden' && (
        <PreviewField
          label={fields.email}
          note={email === 'optional' ? fields.optional : undefined}
          hint={fields.emailHint}
        />
      )}
      <span className={previewStyles.button}>{fields.submit}</span>
    </div>
  );
}

function HeadingAndText({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <>
      <p className={previewStyles.heading} dir="auto">
        {heading}
      </p>
      <p className={previewStyles.text} dir="auto">
        {text}
      </p>
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly note?: string;
  readonly hint?: string;
  readonly tall?: boolean;
}

function PreviewField({ label, note, hint, tall }: FieldProps) {
  return (
    <div>
      <p className={previewStyles.label}>
        {label} {note && <span className={previewStyles.hint}>{note}</span>}
      </p>
      {hint && <p className={previewStyles.hint}>{hint}</p>}
      <div className={previewStyles.field} data-tall={tall} />
    </div>
  );
}

const headingOf = ({ heading }: FormDraft, accountName: string): string =>
  hasVisible(heading) ? heading : texts.own.heading(accountName);

function accentStyle(accent: string, scheme: Scheme): CSSProperties | undefined {
  const variants = accentVariants(accent);
  if (!variants) return undefined;
  const link = scheme === 'light' ? variants.linkOnLight : variants.linkOnDark;
  return { '--accent': variants.accent, '--on-accent': variants.onAccent, '--link': link } as CSSProperties;
}
