import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';

const texts = t.settings.securityLog;

export function SecurityLogSection() {
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Button component={Link} to="/settings/security-log" variant="default">
        {texts.open}
      </Button>
    </Section>
  );
}
