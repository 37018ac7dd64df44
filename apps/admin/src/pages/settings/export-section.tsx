import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { EXPORT_ADDRESS } from '../../api/account';
import { t } from '../../messages';
import { Section } from '../../ui/section';

const texts = t.settings.export;

/** A link: the browser streams the file to the disk, however large it is. */
export function ExportSection() {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Button
        component="a"
        href={EXPORT_ADDRESS}
        download
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
      >
        {texts.download}
      </Button>
    </Section>
  );
}
