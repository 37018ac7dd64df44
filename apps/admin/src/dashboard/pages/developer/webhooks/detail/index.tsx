import { Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../../api/client';
import { useWebhook, type ChartDays } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { EmptyState } from '../../../../../ui/states/empty-state';
import { ErrorState } from '../../../../../ui/states/error-state';
import { LoadingRows } from '../../../../../ui/states/loading-rows';
import styles from './detail.module.css';
import { WebhookView } from './webhook-view';

const texts = t.webhooks.detail;
const LIST = '/developer/webhooks';

export default function WebhookPage() {
  const { id = '' } = useParams();
  return (
    <>
      <Link to={LIST} className={styles.back}>
        <ArrowLeft size={15} aria-hidden />
        {texts.back}
      </Link>
      <Content key={id} id={id} />
    </>
  );
}

function Content({ id }: { readonly id: string }) {
  const [days, setDays] = useState<ChartDays>(1);
  const webhook = useWebhook(id, days);
  if (webhook.error instanceof ApiError && webhook.error.status === 404) {
    return (
      <EmptyState title={texts.missingTitle} hint={texts.missingText}>
        <Button variant="default" component={Link} to={LIST}>
          {t.webhooks.detail.back}
        </Button>
      </EmptyState>
    );
  }
  if (webhook.data) return <WebhookView webhook={webhook.data} days={days} onDays={setDays} />;
  if (!webhook.error) return <LoadingRows label={texts.loading} rows={6} />;
  return <ErrorState title={texts.failed} error={webhook.error} onRetry={() => void webhook.refetch()} />;
}
