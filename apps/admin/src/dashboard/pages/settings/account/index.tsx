import { Stack } from '@mantine/core';
import { useAccount } from '../../../api/account';
import { useMayDo } from '../../../api/team/role';
import { t } from '../../../../messages';
import { QueryState } from '../../../../ui/states/query-state';
import { DeleteSection } from './delete-section';
import { ExportSection } from './export-section';
import { NameSection } from './name-section';
import { PagesSection } from './pages-section';
import { PersonalDataSection } from './personal-data';
import { SecondFactorPolicy } from './second-factor-policy';
import { StorageSection } from './storage-section';

/** The settings of the account, each for the roles that may use it. */
export default function AccountSettingsPage() {
  const mayTransfer = useMayDo('data.transfer');
  const mayManageAccount = useMayDo('account.manage');
  return (
    <QueryState query={useAccount()} loading={t.settings.loading} rows={6}>
      {(account) => (
        <Stack gap="lg" maw="46rem">
          <NameSection account={account} />
          <PagesSection />
          <StorageSection account={account} />
          {mayTransfer && <ExportSection />}
          {mayTransfer && <PersonalDataSection />}
          {mayManageAccount && <SecondFactorPolicy account={account} />}
          {mayManageAccount && <DeleteSection account={account} />}
        </Stack>
      )}
    </QueryState>
  );
}
