import { Stack } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { PageHeader } from '../../../ui/layout/page-header';
import { ChannelsSection } from './channels-section';
import { InAppSection } from './in-app-section';
import { MailSection } from './mail-section';
import styles from './notifications.module.css';

const texts = t.notificationSettings;

export default function NotificationsPage() {
  const mayManageWebhooks = useMayDo('webhooks.manage');
  return (
    <>
      <Link to="/settings/account" className={styles.back}>
        <ArrowLeft size={15} aria-hidden />
        {texts.back}
      </Link>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Stack gap="lg" maw="46rem">
        <InAppSection />
        <MailSection />
        {mayManageWebhooks && <ChannelsSection />}
      </Stack>
    </>
  );
}
