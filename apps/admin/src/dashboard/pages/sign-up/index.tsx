import { Anchor, Button } from '@mantine/core';
import { Link, Navigate, useSearchParams } from 'react-router';
import { useOptionalSession, useSignUpState } from '../../api/session';
import { t } from '../../../messages';
import { Splash } from '../../shell/splash';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { ErrorState } from '../../../ui/states/error-state';
import { SignUpForm } from './sign-up-form';

const texts = t.signUp;

/** The first page of a new installation. */
export default function SignUpPage() {
  const session = useOptionalSession();
  const state = useSignUpState();
  // Deleting an account leads here.
  const farewell = useSearchParams()[0].has('farewell') ? t.settings.remove.farewell : null;

  // Also right after sign-up: the next page shows the first steps.
  if (session.data && !session.error) return <Navigate to="/" replace />;
  if (!state.data) {
    return state.error ? <ErrorState error={state.error} onRetry={() => void state.refetch()} /> : <Splash />;
  }
  if (!state.data.open) {
    return (
      <AuthLayout title={texts.closed.title} lead={farewell ?? texts.closed.lead}>
        <Button component={Link} to="/sign-in" variant="default" fullWidth>
          {texts.signIn}
        </Button>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={texts.title} lead={farewell ?? (state.data.empty ? texts.leadEmpty : texts.lead)}>
      <SignUpForm />
      {!state.data.empty && (
        <AuthLayout.Aside>
          <p>
            {texts.haveOne}{' '}
            <Anchor component={Link} to="/sign-in" inherit underline="always">
              {texts.signIn}
            </Anchor>
          </p>
        </AuthLayout.Aside>
      )}
    </AuthLayout>
  );
}
