import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './disclosure-row.module.css';

interface Props {
  readonly className?: string;
  /** The name of the row, which is the button. */
  readonly label: ReactNode;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  readonly details: ReactNode;
  /** The rest of the row. */
  readonly children: ReactNode;
}

/** A row of a list that shows and hides its details. */
export function DisclosureRow({ className, label, isExpanded, onToggle, details, children }: Props) {
  const detailsId = useId();
  return (
    <>
      <div className={className}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? detailsId : undefined}
          onClick={onToggle}
        >
          <ChevronRight size={14} className={styles.chevron} />
          {label}
        </button>
        {children}
      </div>
      {isExpanded && (
        <div id={detailsId} className={styles.details}>
          {details}
        </div>
      )}
    </>
  );
}
