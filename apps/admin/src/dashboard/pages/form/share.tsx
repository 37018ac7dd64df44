import { Button, Group, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../../messages';
import { Hint } from '../../../ui/hint';
import { SharedUrl } from '../../../ui/code/shared-url';
import { saveFile } from '../../../ui/download';
import { Section } from '../../../ui/layout/section';
import styles from './form.module.css';
import { toQrCode, toSvg } from '../../../ui/code/qr-code';

const texts = t.form.share;

/** The URL of the form, to share. Uses the saved slug, because an unsaved one doesn't work yet. */
export function ShareSection({ url }: { readonly url: string }) {
  return (
    <Section title={texts.title}>
      <Group gap="lg" align="flex-start" wrap="wrap">
        <QrCodeImage url={url} />
        <Stack gap="sm" className={styles.shareText}>
          <SharedUrl url={url} copy={texts.copy} open={texts.open}>
            <Button
              variant="default"
              size="xs"
              leftSection={<Download size={14} />}
              onClick={() => downloadQrCode(url)}
            >
              {texts.download}
            </Button>
          </SharedUrl>
          <Hint>{texts.qrHint}</Hint>
        </Stack>
      </Group>
    </Section>
  );
}

function QrCodeImage({ url }: { readonly url: string }) {
  const { size, path } = useMemo(() => toQrCode(url), [url]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.qrLabel(url)}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}

function downloadQrCode(url: string): void {
  const slug = url.slice(url.lastIndexOf('/') + 1);
  saveFile(new Blob([toSvg(toQrCode(url))], { type: 'image/svg+xml' }), `form-${slug}.svg`);
}
