import { Group } from '@mantine/core';
import { t } from '../../../../messages';
import { CopyButton } from '../../../../ui/code/copy-button';
import { Section } from '../../../../ui/layout/section';
import styles from '../developer.module.css';

const texts = t.developer.base;

export function BaseUrlSection({ apiUrl }: { readonly apiUrl: string }) {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Group gap="xs" wrap="nowrap" className={styles.address}>
        <code className={styles.grow}>{apiUrl}</code>
        <CopyButton value={apiUrl} label={texts.copy} />
      </Group>
    </Section>
  );
}
