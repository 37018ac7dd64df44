import styles from './option-text.module.css';

interface Props {
  readonly name: string;
  readonly hint: string;
}

/** An entry of a menu, and a line about it. */
export function OptionText({ name, hint }: Props) {
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.hint}>{hint}</span>
    </>
  );
}
