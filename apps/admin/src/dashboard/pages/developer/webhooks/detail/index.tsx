import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../../api/requests/client';
import { useWebhook, type ChartDays } from '../../../../api/webhooks/webhooks';
import { t } from '../../../../../messages';
import { BackLink } from '../../../../../ui/pages/back-link';
import { EmptyState } from '../../../../../ui/states/empty-state';
import { QueryState } from '../../../../../ui/states/query-state';
import { WebhookError } from '../webhook-error';
import { WebhookView } from './webhook-view';

const texts = t.webhooks.detail;
const LIST = '/developer/webhooks';

export default function WebhookPage() {
  const { id = '' } = useParams();
  return (
    <>
      <BackLink to={LIST}>{texts.back}</BackLink>
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
  return (
    <QueryState query={webhook} loading={texts.loading} rows={6} failed={texts.failed}>
      {(data) => (
        <>
          <WebhookError title={texts.failed} error={webhook.error} />
          <WebhookView webhook={data} days={days} onDays={setDays} />
        </>
      )}
    </QueryState>
  );
}
