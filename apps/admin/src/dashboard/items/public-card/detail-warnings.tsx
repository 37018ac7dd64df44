import { t } from '../../../messages';
import { Note } from '../../../ui/states/note';
import { foundDetails, privateDetails } from './private-details';
import styles from './public-card.module.css';

const texts = t.publishing.warnings;

/** Warns of private details in public texts as someone types. They can be published nevertheless. */
export function DetailWarnings({ of }: { readonly of: readonly string[] }) {
  const details = foundDetails(privateDetails(...of));
  return (
    // Always rendered, so that screen readers announce what appears in it.
    <div role="status" className={styles.warnings}>
      {details.length > 0 && (
        <Note tone="warning">
          {details.map(([kind, found]) => (
            <div key={kind}>{texts[kind](found)}</div>
          ))}
        </Note>
      )}
    </div>
  );
}
