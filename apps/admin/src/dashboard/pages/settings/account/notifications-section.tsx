import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../../../messages';
import { Section } from '../../../../ui/layout/section';

const texts = t.notificationSettings;

export function NotificationsSection() {
  return (
    <Section title={texts.title} hint={texts.lead}>
      <Button component={Link} to="/settings/notifications" variant="default">
        {texts.open}
      </Button>
    </Section>
  );
}
