import { Stack } from '@mantine/core';
import { usePerson } from '../../../api/account';
import { t } from '../../../../messages';
import { QueryState } from '../../../../ui/states/query-state';
import { useConfirmedAction } from '../reauthenticate';
import { SecondFactorSection } from '../second-factor';
import { EmailSection } from './email-section';
import { PasswordSection } from './password-section';
import { PersonNameSection } from './person-name-section';
import { SessionsSection } from './sessions-section';

/** The settings of the person, which are the same in all accounts. */
export default function ProfilePage() {
  const { dialog, runConfirmed } = useConfirmedAction();
  return (
    <QueryState query={usePerson()} loading={t.settings.loading} rows={6}>
      {(person) => (
        <Stack gap="lg" maw="46rem">
          <PersonNameSection person={person} />
          <EmailSection person={person} runConfirmed={runConfirmed} />
          <PasswordSection person={person} runConfirmed={runConfirmed} />
          <SecondFactorSection runConfirmed={runConfirmed} />
          <SessionsSection />
          {dialog}
        </Stack>
      )}
    </QueryState>
  );
}
