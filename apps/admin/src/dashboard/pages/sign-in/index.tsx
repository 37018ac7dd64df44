import { Anchor } from '@mantine/core';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { useOptionalSession, useSignUpState } from '../../api/session';
import { signedInAccount } from '../../api/requests/early';
import { t } from '../../../messages';
import { pathAfterSignIn } from '../../shell/sign-in-path';
import { AuthLayout } from '../../../ui/pages/auth-layout';
import { ResetCommand } from '../../../ui/reset-command';
import { SignInForm } from './sign-in-form';

const texts = t.signIn;

/** Reports an ended session only if the user didn't sign out. */
function leadText(next: string | null): string {
  if (next === null) return texts.lead;
  return signedInAccount.get() !== null ? texts.ended : texts.required;
}

export default function SignInPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const session = useOptionalSession();
  const signUp = useSignUpState().data;
  const next = query.get('next');
  const destination = pathAfterSignIn(next, '/inbox');

  if (session.data && !session.error) return <Navigate to={destination} replace />;
  if (signUp?.empty && signUp.open) return <Navigate to="/sign-up" replace />;
  return (
    <AuthLayout title={texts.title} lead={leadText(next)}>
      <SignInForm onSignedIn={() => void navigate(destination, { replace: true })} />
      <AuthLayout.Aside>
        {signUp?.open && (
          <p>
            {texts.newHere}{' '}
            <Anchor component={Link} to="/sign-up" inherit underline="always">
              {texts.create}
            </Anchor>
          </p>
        )}
        {signUp?.mail ? (
          <p>
            <Anchor component={Link} to="/reset-password" inherit underline="always">
              {texts.forgotten}
            </Anchor>
          </p>
        ) : (
          <details>
            <summary>{texts.forgotten}</summary>
            <p>{texts.forgottenHint}</p>
            <ResetCommand />
          </details>
        )}
      </AuthLayout.Aside>
    </AuthLayout>
  );
}
