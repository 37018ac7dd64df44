import { useComputedColorScheme } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../../../messages';
import { nonce } from '../../../../nonce';
import { framedDocument } from '../../../../ui/code/framed-document';
import { ErrorText } from '../../../../ui/states/error-text';
import type { useEntryPreview } from '../../../api/changelog';
import styles from '../changelog.module.css';

const texts = t.changelog.entry;

/** The page of an entry as visitors see it, in a frame that runs no scripts and opens no links. */
export function EntryPreview({ preview }: { readonly preview: ReturnType<typeof useEntryPreview> }) {
  const id = useId();
  const scheme = useComputedColorScheme('light');
  const { data, isError } = preview;
  return (
    <section aria-labelledby={id} className={styles.preview}>
      <h2 id={id} className={styles.label}>
        {texts.preview}
      </h2>
      {isError && <ErrorText>{texts.previewFailed}</ErrorText>}
      {data && (
        // A new frame for each text, because navigating a frame would add an entry to the browser's history.
        <iframe
          key={data.html}
          srcDoc={framedDocument(data.html, nonce)}
          title={texts.preview}
          className={styles.frame}
          style={{ colorScheme: scheme }}
          sandbox=""
        />
      )}
    </section>
  );
}
