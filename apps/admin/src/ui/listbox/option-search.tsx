import type { ReactNode } from 'react';
import { ErrorState } from '../states/error-state';
import { LoadingRows } from '../states/loading-rows';
import styles from './listbox.module.css';
import type { useActiveOption } from './use-active-option';

interface Props {
  readonly options: Omit<ReturnType<typeof useActiveOption>, 'active' | 'propsOf'>;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly listLabel: string;
  /** Whether several options can be selected. */
  readonly isMultiple?: boolean;
  readonly isBusy?: boolean;
  readonly status: ReactNode;
  /** Where the options are from. Typing can start before they are loaded. */
  readonly source?: {
    readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown };
    readonly loading: string;
    readonly failed: string;
  };
  readonly children: ReactNode;
}

/** A search field, which has the focus when its dialog opens, above a list of options. */
export function OptionSearch({ options, label, placeholder, value, onChange, ...list }: Props) {
  const { listLabel, isMultiple, isBusy, status, source, children } = list;
  const isReady = !source || source.query.data !== undefined;
  if (!isReady && source.query.error) {
    const { query, failed } = source;
    return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <input
        {...options.fieldProps}
        data-autofocus
        className={styles.search}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          options.activateFirst();
        }}
      />
      <div
        {...options.listProps}
        aria-label={listLabel}
        aria-multiselectable={isMultiple}
        aria-busy={isBusy}
        className={styles.results}
      >
        {children}
      </div>
      {isReady ? (
        <p role="status" className={styles.status}>
          {status}
        </p>
      ) : (
        <LoadingRows label={source.loading} rows={4} />
      )}
    </>
  );
}

interface OptionProps<T> {
  readonly options: Pick<ReturnType<typeof useActiveOption<T>>, 'propsOf'>;
  readonly option: T;
  readonly isSelected: boolean;
  /** At the end of the line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Option<T>({ options, option, isSelected, aside, children }: OptionProps<T>) {
  return (
    <div {...options.propsOf(option)} aria-selected={isSelected} className={styles.option}>
      <span className={styles.text}>{children}</span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </div>
  );
}
