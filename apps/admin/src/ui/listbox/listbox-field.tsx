import styles from './listbox.module.css';
import type { useActiveOption } from './use-active-option';

interface Props {
  readonly options: Pick<ReturnType<typeof useActiveOption>, 'fieldProps' | 'activateFirst'>;
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The search field of a list of options. It has the focus when its dialog opens. */
export function ListboxField({ options, label, placeholder, value, onChange }: Props) {
  return (
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
  );
}
