import { Stack } from '@mantine/core';
import { useAccount, usePerson } from '../../api/account';
import { t } from '../../../messages';
import { ErrorState } from '../../../ui/states/error-state';
import { LoadingRows } from '../../../ui/states/loading-rows';
import { PageHeader } from '../../../ui/layout/page-header';
import { DeleteSection } from './delete-section';
import { EmailSection } from './email-section';
import { ExportSection } from './export-section';
import { NameSection } from './name-section';
import { NotificationsSection } from './notifications-section';
import { PasswordSection } from './password-section';
import { PersonalDataSection } from './personal-data';
import { useConfirmedAction } from './reauthenticate';
import { SecurityLogSection } from './security-log-section';
import { SessionsSection } from './sessions-section';
import { TagsSection } from './tags-section';

export default function SettingsPage() {
  const account = useAccount();
  const person = usePerson();
  const failed = account.error ? account : person;
  const { dialog, runConfirmed } = useConfirmedAction();
  return (
    <>
      <PageHeader title={t.settings.title} />
      {account.data && person.data ? (
        <Stack gap="lg" maw="46rem">
          <NameSection account={account.data} />
          <EmailSection person={person.data} runConfirmed={runConfirmed} />
          <PasswordSection person={person.data} runConfirmed={runConfirmed} />
          <SessionsSection />
          <TagsSection />
          <NotificationsSection />
          <SecurityLogSection />
          <ExportSection />
          <PersonalDataSection />
          <DeleteSection account={account.data} />
        </Stack>
      ) : failed.error ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <LoadingRows label={t.settings.loading} rows={6} />
      )}
      {dialog}
    </>
  );
}
