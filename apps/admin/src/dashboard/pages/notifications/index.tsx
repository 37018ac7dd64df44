import { Stack } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../../messages';
import { PageHeader } from '../../../ui/layout/page-header';
import { ChannelsSection } from './channels-section';
import { InAppSection } from './in-app-section';
import styles from './notifications.module.css';

const texts = t.notifications;

export default function NotificationsPage() {
  return (
    <>
      <Link to="/settings/account" className={styles.back}>
        <ArrowLeft size={15} aria-hidden />
        {texts.back}
      </Link>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Stack gap="lg" maw="46rem">
        <InAppSection />
        <ChannelsSection />
      </Stack>
    </>
  );
}
