import type { FormSettings } from '@libs/contract';
import { useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { t } from '../../../../messages';
import { Hint } from '../../../../ui/hint';
import { previewQuery, type WidgetOptions } from './widget-snippet';
import styles from './widget.module.css';

const texts = t.form.widget;
const DEBOUNCE_MS = 400;

interface Props {
  readonly saved: FormSettings;
  readonly options: WidgetOptions;
}

/**
 * The real widget in a sandboxed frame with an opaque origin. As on any other website, it cannot access the dashboard
 * and gets no cookies.
 */
export function WidgetPreview({ saved: { slug, open, email_field }, options }: Props) {
  const scheme = useComputedColorScheme('light');
  // Debounce typed options only. A saved slug applies immediately, because the old page no longer exists.
  const [query] = useDebouncedValue(previewQuery(options), DEBOUNCE_MS);
  const path = `/f/${slug}/widget${query && `?${query}`}`;
  return (
    <div className={styles.aside}>
      <h3 className={styles.heading}>{texts.preview}</h3>
      {/* A new frame per URL, because navigating a frame would add an entry to the browser's history. */}
      <iframe
        key={`${path} ${open} ${email_field}`}
        src={path}
        title={texts.previewTitle}
        className={styles.frame}
        style={{ colorScheme: scheme }}
        sandbox="allow-scripts allow-forms"
        loading="lazy"
      />
      <Hint>{texts.previewHint}</Hint>
    </div>
  );
}
