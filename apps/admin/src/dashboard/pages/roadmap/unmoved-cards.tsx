import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { Section } from '../../../ui/layout/section';
import { RelativeTime } from '../../../ui/time/relative-time';
import { useUnmovedCards } from '../../api/public-pages';
import styles from './roadmap.module.css';

const texts = t.roadmap.unmoved;

/** A hint at plans that no one has touched for long; nothing while there are none. */
export function UnmovedCards() {
  const { data = [] } = useUnmovedCards();
  if (data.length === 0) return null;
  return (
    <div className={styles.hint}>
      <Section title={texts.title} hint={texts.hint}>
        <ul className={styles.unmoved}>
          {data.map(({ id, title, status, moved_at: movedAt }) => (
            <Group key={id} component="li" gap="xs" justify="space-between" wrap="nowrap">
              <Anchor component={Link} to={`/inbox?item=${id}`} className={styles.link}>
                <bdi>{title}</bdi>
              </Anchor>
              <Text size="sm" c="dimmed" className={styles.moved}>
                {t.roadmap.statuses[status]} · <RelativeTime value={movedAt} />
              </Text>
            </Group>
          ))}
        </ul>
      </Section>
    </div>
  );
}
