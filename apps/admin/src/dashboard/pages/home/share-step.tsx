import type { SessionInfo } from '@libs/contract';
import { Anchor, Button, Group } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { useCounts } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { CopyBox } from '../../../ui/code/copy-box';
import styles from './home.module.css';
import { Step } from './step';

const texts = t.home.share;

interface Props {
  readonly session: SessionInfo;
  readonly isDone: boolean;
}

export function ShareStep({ session: { base_url, account }, isDone }: Props) {
  const quarantined = useCounts().data?.quarantined ?? 0;
  const formUrl = `${base_url}/f/${account.slug}`;
  return (
    <Step number={1} title={texts.title} body={isDone ? texts.doneBody : texts.body} isDone={isDone}>
      <CopyBox value={formUrl} label={texts.copy} />
      {!isDone && quarantined > 0 && (
        <p className={styles.waiting} role="status">
          {texts.waiting(quarantined)}{' '}
          <Anchor component={Link} to="/quarantine" inherit underline="always">
            {texts.look(quarantined)}
          </Anchor>
        </p>
      )}
      <Group gap="md">
        <Button
          component="a"
          href={formUrl}
          target="_blank"
          rel="noopener"
          variant={isDone ? 'default' : 'filled'}
          rightSection={<ExternalLink size={14} />}
        >
          {texts.visit}
        </Button>
        <Anchor component={Link} to="/form" size="sm">
          {texts.customize}
        </Anchor>
      </Group>
    </Step>
  );
}
