import type { ItemCounts } from '@libs/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { Download, FileJson, FileSpreadsheet, FileText, Upload, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { ApiError } from '../../api/requests/client';
import { download, EXPORT_FORMATS, exportUrl, type ExportFormat } from '../../api/export';
import { countOf } from '../../api/items/item-counts';
import { useCounts } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { toCountParams } from '../../items/filters/item-filter';
import { notify } from '../../items/notices';
import { errorMessage } from '../../../ui/error-messages';
import { MenuOnDemand } from '../../../ui/on-demand/menu-on-demand';
import type { InboxState } from './inbox-state';

const texts = t.inbox.export;
const ICONS: Readonly<Record<ExportFormat, LucideIcon>> = {
  excel: FileSpreadsheet,
  csv: FileSpreadsheet,
  ndjson: FileText,
  json: FileJson,
};

interface Props {
  readonly state: InboxState;
  /** Counts per status of the matching items. */
  readonly counts: ItemCounts | undefined;
}

/** Exports the current list or all items; also links to the import. */
export function ExportMenu({ state, counts }: Props) {
  const { status, sort } = state;
  const filter = toCountParams(state);
  const isFiltered = status !== null || Object.keys(filter).length > 0;
  const list = { status: status ?? undefined, ...filter, sort };
  const shownCount = counts && countOf(counts, status);
  return (
    <MenuOnDemand
      position="bottom-end"
      withinPortal={false}
      width={250}
      button={(props) => (
        <ActionIcon variant="default" size={36} aria-label={texts.open} title={texts.open} {...props}>
          <Download size={16} />
        </ActionIcon>
      )}
    >
      <Menu.Dropdown>
        {isFiltered && <Menu.Label>{texts.shown(shownCount)}</Menu.Label>}
        {isFiltered && <ExportFormats contents={texts.ofShown} toUrl={(format) => exportUrl(format, list)} />}
        <AllItemsLabel />
        <ExportFormats contents={texts.ofAll} toUrl={(format) => exportUrl(format)} />
        <Menu.Divider />
        <Menu.Item component={Link} to="/import" leftSection={<Upload size={15} />}>
          {texts.import}
        </Menu.Item>
      </Menu.Dropdown>
    </MenuOnDemand>
  );
}

/** Counts merged items, too, because an export of all items has them. Only mounted while the menu is open. */
function AllItemsLabel() {
  const [all, merged] = [useCounts({ merged: 'include' }).data, useCounts({ merged: 'only' }).data];
  return <Menu.Label>{texts.all(all && countOf(all), merged && countOf(merged))}</Menu.Label>;
}

interface FormatsProps {
  /** The contents of the file, for screen readers that read one menu item at a time. */
  readonly contents: string;
  readonly toUrl: (format: ExportFormat) => string;
}

function ExportFormats({ contents, toUrl }: FormatsProps) {
  return EXPORT_FORMATS.map((format) => {
    const Icon = ICONS[format];
    return (
      <Menu.Item
        key={format}
        leftSection={<Icon size={15} />}
        aria-label={`${texts.formats[format]}, ${contents}`}
        onClick={() => void startExport(toUrl(format))}
      >
        {texts.formats[format]}
      </Menu.Item>
    );
  });
}

async function startExport(url: string): Promise<void> {
  try {
    await download(url);
    notify({ id: 'export', text: texts.begun });
  } catch (error) {
    const isRunning = error instanceof ApiError && error.code === 'export_in_progress';
    notify({
      id: 'export',
      title: texts.failed,
      text: isRunning ? texts.running : errorMessage(error),
      isError: true,
      timeout: false,
      action: { label: t.ui.retry, run: () => void startExport(url) },
    });
  }
}
