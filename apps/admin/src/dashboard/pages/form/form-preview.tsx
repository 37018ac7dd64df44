import { hasVisible } from '@libs/kernel';
import { Group, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { Check } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { t } from '../../../messages';
import { worn } from './fields/color';
import type { FormDraft } from './form-draft';
import styles from './form.module.css';
import look from './form-preview.module.css';

interface Props {
  readonly draft: FormDraft;
  readonly accountName: string;
}

type Scheme = 'light' | 'dark';
type Page = 'form' | 'thanks';

const texts = t.form.preview;

/** What visitors will see, drawn from what is typed; the real page refuses to stand in a frame. */
export function Preview({ draft, accountName }: Props) {
  const own = useComputedColorScheme('light');
  const [chosen, setChosen] = useState<Scheme | null>(null);
  const [page, setPage] = useState<Page>('form');
  const scheme = chosen ?? own;

  return (
    <section className={styles.aside} aria-label={texts.title}>
      <div className={styles.previewBar}>
        <h2>{texts.title}</h2>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={texts.page}
            value={page}
            onChange={(value) => setPage(value as Page)}
            data={[
              { value: 'form', label: texts.form },
              { value: 'thanks', label: texts.thanks },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label={texts.scheme}
            value={scheme}
            onChange={(value) => setChosen(value as Scheme)}
            data={[
              { value: 'light', label: texts.light },
              { value: 'dark', label: texts.dark },
            ]}
          />
        </Group>
      </div>
      <div
        className={look.page}
        data-scheme={scheme}
        style={accentStyle(draft.accent, scheme)}
        role="img"
        aria-label={texts.label(draft.open ? headingOf(draft, accountName) : texts.closed.heading)}
      >
        <div inert>
          <PageOf page={page} draft={draft} accountName={accountName} />
        </div>
      </div>
    </section>
  );
}

function PageOf({ page, draft, accountName }: Props & { readonly page: Page }) {
  if (!draft.open) return <Words heading={texts.closed.heading} text={texts.closed.text(accountName)} />;
  if (page === 'thanks') {
    return (
      <>
        <Check className={look.tick} strokeWidth={2.5} />
        <Words
          heading={texts.thanksHeading}
          text={hasVisible(draft.thanks) ? draft.thanks : texts.own.thanks(accountName)}
        />
        <span className={look.more}>{texts.more}</span>
      </>
    );
  }
  return (
    <>
      <p className={look.who}>
        <span className={look.mark}>{[...accountName.trim()][0]?.toUpperCase()}</span>
        {hasVisible(draft.heading) && accountName}
      </p>
      <Words
        heading={headingOf(draft, accountName)}
        text={hasVisible(draft.introduction) ? draft.introduction : texts.own.introduction}
      />
      <Fields email={draft.email_field} />
      <p className={look.foot}>{texts.privacy}</p>
    </>
  );
}

function Fields({ email }: { readonly email: FormDraft['email_field'] }) {
  const { fields } = texts;
  return (
    <div className={look.card}>
      <Field label={fields.title} />
      <Field label={fields.description} note={fields.optional} tall />
      {email !== 'hidden' && (
        <Field
          label={fields.email}
          note={email === 'optional' ? fields.optional : undefined}
          hint={fields.emailHint}
        />
      )}
      <span className={look.button}>{fields.submit}</span>
    </div>
  );
}

function Words({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <>
      <p className={look.heading} dir="auto">
        {heading}
      </p>
      <p className={look.text} dir="auto">
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

function Field({ label, note, hint, tall }: FieldProps) {
  return (
    <div>
      <p className={look.label}>
        {label} {note && <span className={look.hint}>{note}</span>}
      </p>
      {hint && <p className={look.hint}>{hint}</p>}
      <div className={look.field} data-tall={tall} />
    </div>
  );
}

const headingOf = ({ heading }: FormDraft, accountName: string): string =>
  hasVisible(heading) ? heading : texts.own.heading(accountName);

function accentStyle(accent: string, scheme: Scheme): CSSProperties | undefined {
  const colours = worn(accent);
  if (!colours) return undefined;
  const link = scheme === 'light' ? colours.linkOnLight : colours.linkOnDark;
  return { '--accent': colours.accent, '--on-accent': colours.onAccent, '--link': link } as CSSProperties;
}
