import type { IssuedWebhook } from '@libs/contract';
import { Button } from '@mantine/core';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useWebhooks } from '../../../api/webhooks/webhooks';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';
import { EmptyState } from '../../../../ui/states/empty-state';
import { QueryState } from '../../../../ui/states/query-state';
import { ReceiveSection } from './guide/receive-section';
import { CreateDialog } from './form/create-dialog';
import { SigningKeyDialog } from './signing-key/signing-key-dialog';
import { WebhookList } from './webhook-list';
import styles from './webhooks.module.css';

const texts = t.webhooks;

export default function WebhooksPage() {
  const navigate = useNavigate();
  const webhooks = useWebhooks();
  const [isCreating, setCreating] = useState(false);
  const [issued, setIssued] = useState<IssuedWebhook | null>(null);
  const [createdId, setCreatedId] = useState<string | null>(null);
  // After the dialog with the secret, which prevents navigation, is removed.
  useEffect(() => {
    if (createdId !== null) void navigate(`/developer/webhooks/${createdId}`);
  }, [createdId, navigate]);
  const create = (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <Section title={texts.title} hint={texts.lead} actions={create}>
        <QueryState query={webhooks} loading={texts.loading} rows={2} height={96}>
          {(all) => (all.length > 0 ? <WebhookList webhooks={all} /> : <NoWebhooks />)}
        </QueryState>
      </Section>
      <div id="receive" className={styles.guide}>
        <ReceiveSection />
      </div>
      <CreateDialog
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(webhook) => {
          setCreating(false);
          setIssued(webhook);
        }}
      />
      {issued && (
        <SigningKeyDialog
          issued={issued}
          onClose={() => {
            setIssued(null);
            setCreatedId(issued.id);
          }}
        />
      )}
    </>
  );
}

function NoWebhooks() {
  return (
    <EmptyState icon={<WebhookIcon size={20} />} title={texts.emptyTitle} hint={texts.emptyText}>
      <Button variant="default" component="a" href="#receive">
        {texts.guide}
      </Button>
    </EmptyState>
  );
}
