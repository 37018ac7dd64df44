import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Download, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { ACCOUNT_EXPORT_URL } from '../../../api/account';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';

const texts = t.settings.export;

/** The export is a link, so that the browser streams a file of any size to disk. */
export function ExportSection() {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Stack gap="md">
        <Group gap="sm">
          <Button
            component="a"
            href={ACCOUNT_EXPORT_URL}
            download
            variant="default"
            leftSection={<Download size={16} />}
          >
            {texts.download}
          </Button>
          <Button component={Link} to="/import" variant="default" leftSection={<Upload size={16} />}>
            {texts.import}
          </Button>
        </Group>
        <Text c="dimmed">
          {texts.only}
          <Anchor component={Link} to="/inbox" underline="always">
            {texts.inbox}
          </Anchor>
          .
        </Text>
      </Stack>
    </Section>
  );
}
