import type { SubmitterErasure } from '@libs/contract';
import { Button, Group, List, Stack, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useExportSubmitter } from '../../../../api/submitters';
import { t } from '../../../../../messages';
import { ErrorText } from '../../../../../ui/states/error-text';
import { EraseDialog } from './erase-dialog';

const texts = t.settings.personalData;
const KINDS = [
  'items',
  'requests',
  'quarantined',
  'notes',
  'changelog',
  'events',
  'history',
  'responses',
] as const;

interface Props {
  readonly email: string;
  readonly counts: SubmitterErasure;
  readonly onErased: (items: number) => void;
}

/** What is stored about an email address, and buttons to export and to erase it. */
export function SubmitterData({ email, counts, onErased }: Props) {
  const [isErasing, setErasing] = useState(false);
  const download = useExportSubmitter();
  const found = KINDS.filter((kind) => counts[kind] > 0);
  if (found.length === 0) {
    return (
      <Text mt="md" role="status">
        {texts.nothing(email)}
      </Text>
    );
  }
  return (
    <Stack gap="sm" mt="md">
      <Text role="status">{texts.found(email)}</Text>
      <List withPadding listStyleType="disc">
        {found.map((kind) => (
          <List.Item key={kind}>{texts.kinds[kind](counts[kind])}</List.Item>
        ))}
      </List>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<Download size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate(email)}
        >
          {texts.download}
        </Button>
        <Button color="red" variant="outline" onClick={() => setErasing(true)}>
          {texts.open}
        </Button>
      </Group>
      <ErrorText error={download.error} />
      {isErasing && (
        <EraseDialog
          email={email}
          onClose={() => setErasing(false)}
          onErased={(items) => {
            setErasing(false);
            onErased(items);
          }}
        />
      )}
    </Stack>
  );
}
