import { Stack } from '@mantine/core';
import { useAccount } from '../../../api/account';
import { useMayDo } from '../../../api/team/role';
import { t } from '../../../../messages';
import { ErrorState } from '../../../../ui/states/error-state';
import { LoadingRows } from '../../../../ui/states/loading-rows';
import { DeleteSection } from './delete-section';
import { ExportSection } from './export-section';
import { NameSection } from './name-section';
import { PagesSection } from './pages-section';
import { PersonalDataSection } from './personal-data';
import { SecondFactorPolicy } from './second-factor-policy';
import { StorageSection } from './storage-section';

/** The settings of the account, each for the roles that may use it. */
export default function AccountSettingsPage() {
  const account = useAccount();
  const mayTransfer = useMayDo('data.transfer');
  const mayManageAccount = useMayDo('account.manage');
  if (!account.data) {
    return account.error ? (
      <ErrorState error={account.error} onRetry={() => void account.refetch()} />
    ) : (
      <LoadingRows label={t.settings.loading} rows={6} />
    );
  }
  return (
    <Stack gap="lg" maw="46rem">
      <NameSection account={account.data} />
      <PagesSection />
      <StorageSection account={account.data} />
      {mayTransfer && <ExportSection />}
      {mayTransfer && <PersonalDataSection />}
      {mayManageAccount && <SecondFactorPolicy account={account.data} />}
      {mayManageAccount && <DeleteSection account={account.data} />}
    </Stack>
  );
}
