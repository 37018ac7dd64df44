import { Button } from '@mantine/core';
import { useRef } from 'react';
import { t } from '../../messages';
import { PasswordField } from '../../ui/forms/password-field';
import styles from './console.module.css';
import { RateLimitMeters } from './rate-limit-meters';
import { KEY_FIELD_ID, type Console } from './use-console';

const texts = t.docs.console;

/**
 * The API key for all requests. The field is uncontrolled: React would write the value of a controlled one into the
 * page as an attribute.
 */
export function KeyCard({ api }: { readonly api: Console }) {
  const field = useRef<HTMLInputElement>(null);
  const { keyError } = api;
  const clearKey = () => {
    field.current!.value = '';
    api.setKey('');
    field.current!.focus();
  };
  return (
    <section className={styles.card} aria-label={texts.key}>
      <div className={styles.withHelp}>
        <PasswordField
          ref={field}
          id={KEY_FIELD_ID}
          label={
            <>
              {texts.key} <code className={styles.headerName}>X-API-Key</code>
            </>
          }
          description={texts.keyHint}
          error={keyError === 'missing' ? texts.keyMissing : keyError ? texts.keyCharacters : undefined}
          placeholder="fb_live_…"
          onChange={(event) => api.setKey(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': texts.keyShow }}
          classNames={{ innerInput: styles.mono }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          data-form-type="other"
        />
        {api.hasKey && (
          <Button
            variant="subtle"
            size="compact-xs"
            className={`${styles.help} ${styles.small}`}
            onClick={clearKey}
          >
            {texts.keyClear}
          </Button>
        )}
      </div>
      <div className={styles.budgetHead}>
        <h2>{texts.rateLimit}</h2>
      </div>
      <RateLimitMeters rateLimit={api.rateLimit} />
    </section>
  );
}
