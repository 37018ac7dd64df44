import type { Language, StatusMessagePreview } from '@libs/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../messages';
import { nonce } from '../../../../nonce';
import { Segments } from '../../../../ui/forms/segments';
import { TabPanels } from '../../../../ui/pages/tab-panels';
import styles from '../status-messages.module.css';
import { framedDocument } from '../../../../ui/code/framed-document';

const texts = t.statusMessages.dialog;
const FORMATS = ['html', 'text'] as const;

const languageName = (language: Language): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

interface Props {
  readonly preview: StatusMessagePreview;
  /** The language of the mail. */
  readonly language: Language | undefined;
  readonly onChoose: (language: Language) => void;
}

/** The mail as it will be sent, with a tab for each language. */
export function MailPreview({ preview, language, onChoose }: Props) {
  const { languages, mail } = preview;
  const tabs = languages.map(({ language }) => language);
  const names: Partial<Record<Language, string>> = Object.fromEntries(
    languages.map(({ language, recipients }) => [
      language,
      texts.language(languageName(language), recipients),
    ]),
  );
  if (!mail) return null;
  if (language === undefined || !tabs.includes(language)) return <Mail mail={mail} />;
  return (
    <TabPanels label={texts.languages} names={names} tabs={tabs} value={language} onChange={onChoose}>
      <Mail mail={mail} />
    </TabPanels>
  );
}

function Mail({ mail }: { readonly mail: NonNullable<StatusMessagePreview['mail']> }) {
  const scheme = useComputedColorScheme('light');
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('html');
  return (
    <div className={styles.mail}>
      <div className={styles.mailHead}>
        <div className={styles.subject}>
          <span className={styles.dimmed}>{texts.subject}:</span> <strong>{mail.subject}</strong>
        </div>
        <Segments
          label={texts.format}
          value={format}
          options={FORMATS.map((value) => ({ value, label: texts[value] }))}
          onChange={setFormat}
        />
      </div>
      {format === 'text' ? (
        <pre className={styles.plain} tabIndex={0} aria-label={texts.frame(mail.subject)}>
          {mail.text}
        </pre>
      ) : (
        // A new frame for each mail, because navigating a frame would add an entry to the browser's history.
        <iframe
          key={mail.html}
          srcDoc={framedDocument(mail.html, nonce)}
          title={texts.frame(mail.subject)}
          className={styles.frame}
          style={{ colorScheme: scheme }}
          sandbox=""
        />
      )}
    </div>
  );
}
