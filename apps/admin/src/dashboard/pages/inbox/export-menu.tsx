import type { ItemCounts } from '@libs/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { Download, FileJson, FileSpreadsheet, FileText, Upload, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { ApiError } from '../../api/client';
import { download, EXPORT_FORMATS, exportAddress, type ExportFormat } from '../../api/export';
import { useCounts } from '../../api/items/item-queries';
import { t } from '../../../messages';
import { paramsOf } from '../../items/filters/item-filter';
import { notify } from '../../items/notices';
import { errorMessage } from '../../../ui/error-messages';
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
  /** Items per status among those that are found. */
  readonly counts: ItemCounts | undefined;
}

/** A file of what is shown, or of everything; and the way in for a file of somebody else's. */
export function ExportMenu({ state, counts }: Props) {
  const { status, sort } = state;
  const all = useCounts().data;
  const filter = paramsOf(state);
  const isFiltered = status !== null || Object.keys(filter).length > 0;
  const list = { status: status ?? undefined, ...filter, sort };
  const shown = counts && (status ? counts[status] : sumOf(counts));
  return (
    <Menu position="bottom-end" withinPortal={false} width={250}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={texts.open} title={texts.open}>
          <Download size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isFiltered && <Menu.Label>{texts.shown(shown)}</Menu.Label>}
        {isFiltered && <Formats of={texts.ofShown} address={(format) => exportAddress(format, list)} />}
        <Menu.Label>{texts.all(all && sumOf(all))}</Menu.Label>
        <Formats of={texts.ofAll} address={(format) => exportAddress(format)} />
        <Menu.Divider />
        <Menu.Item component={Link} to="/import" leftSection={<Upload size={15} aria-hidden />}>
          {texts.import}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const sumOf = ({ quarantined: _, ...counts }: ItemCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface FormatsProps {
  /** What the file has in it, for whoever hears only one line of the menu. */
  readonly of: string;
  readonly address: (format: ExportFormat) => string;
}

function Formats({ of, address }: FormatsProps) {
  return EXPORT_FORMATS.map((format) => {
    const Icon = ICONS[format];
    return (
      <Menu.Item
        key={format}
        leftSection={<Icon size={15} aria-hidden />}
        aria-label={`${texts.formats[format]}, ${of}`}
        onClick={() => void begin(address(format))}
      >
        {texts.formats[format]}
      </Menu.Item>
    );
  });
}

async function begin(address: string): Promise<void> {
  try {
    await download(address);
    notify({ id: 'export', text: texts.begun });
  } catch (error) {
    const isRunning = error instanceof ApiError && error.code === 'export_in_progress';
    notify({
      id: 'export',
      title: texts.failed,
      text: isRunning ? texts.running : errorMessage(error),
      isBad: true,
      stay: false,
      action: { label: t.ui.retry, run: () => void begin(address) },
    });
  }
}
