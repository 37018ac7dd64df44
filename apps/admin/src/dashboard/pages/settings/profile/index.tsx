import { Stack } from '@mantine/core';
import { usePerson } from '../../../api/account';
import { t } from '../../../../messages';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { useConfirmedAction } from '../reauthenticate';
import { SecondFactorSection } from '../second-factor';
import { EmailSection } from './email-section';
import { PasswordSection } from './password-section';
import { PersonNameSection } from './person-name-section';
import { SessionsSection } from './sessions-section';

/** The settings of the person, which are the same in all accounts. */
export default function ProfilePage() {
  const person = usePerson();
  const { dialog, runConfirmed } = useConfirmedAction();
  if (!person.data) {
    return person.error ? (
      <ErrorState error={person.error} onRetry={() => void person.refetch()} />
    ) : (
      <LoadingRows label={t.settings.loading} rows={6} />
    );
  }
  return (
    <Stack gap="lg" maw="46rem">
      <PersonNameSection person={person.data} />
      <EmailSection person={person.data} runConfirmed={runConfirmed} />
      <PasswordSection person={person.data} runConfirmed={runConfirmed} />
      <SecondFactorSection runConfirmed={runConfirmed} />
      <SessionsSection />
      {dialog}
    </Stack>
  );
}
