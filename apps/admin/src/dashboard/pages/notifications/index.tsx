import { Stack } from '@mantine/core';
import { useMayDo } from '../../api/team/role';
import { t } from '../../../messages';
import { BackLink } from '../../../ui/pages/back-link';
import { PageHeader } from '../../../ui/pages/page-header';
import { ChannelsSection } from './channels-section';
import { InAppSection } from './in-app-section';
import { MailSection } from './mail-section';

const texts = t.notificationSettings;

export default function NotificationsPage() {
  const mayManageWebhooks = useMayDo('webhooks.manage');
  return (
    <>
      <BackLink to="/settings/account">{texts.back}</BackLink>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Stack gap="lg" maw="46rem">
        <InAppSection />
        <MailSection />
        {mayManageWebhooks && <ChannelsSection />}
      </Stack>
    </>
  );
}
