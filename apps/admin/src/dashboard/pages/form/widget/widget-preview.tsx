import type { FormSettings } from '@libs/contract';
import { Text, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { t } from '../../../../messages';
import { previewQuery, type WidgetOptions } from './widget-snippet';
import styles from './widget.module.css';

const texts = t.form.widget;
const DEBOUNCE_MS = 400;

interface Props {
  readonly saved: FormSettings;
  readonly options: WidgetOptions;
}

/**
 * The real widget. The sandbox gives its page an origin of its own, so that it stands there as on any other website:
 * it cannot reach the dashboard, and gets no cookie.
 */
export function WidgetPreview({ saved: { slug, open, email_field }, options }: Props) {
  const scheme = useComputedColorScheme('light');
  // What is typed may wait; what was saved may not: the page of the slug before is gone.
  const [query] = useDebouncedValue(previewQuery(options), DEBOUNCE_MS);
  const path = `/f/${slug}/widget${query && `?${query}`}`;
  return (
    <div className={styles.aside}>
      <h3 className={styles.heading}>{texts.preview}</h3>
      {/* A frame that goes elsewhere leaves a step in the browser's history; a new one does not. */}
      <iframe
        key={`${path} ${open} ${email_field}`}
        src={path}
        title={texts.previewTitle}
        className={styles.frame}
        style={{ colorScheme: scheme }}
        sandbox="allow-scripts allow-forms"
        loading="lazy"
      />
      <Text size="xs" c="dimmed">
        {texts.previewHint}
      </Text>
    </div>
  );
}
