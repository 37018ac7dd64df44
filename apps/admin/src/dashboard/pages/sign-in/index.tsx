import { Anchor, Code } from '@mantine/core';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { useOptionalSession, useSignUpState } from '../../api/session';
import { sessionMemory } from '../../api/signed-in-flag';
import { t } from '../../../messages';
import { placeAfter } from '../../shell/sign-in-path';
import { AuthLayout } from '../../../ui/layout/auth-layout';
import { SignInForm } from './sign-in-form';

const texts = t.signIn;
const RESET = 'npm run -s operator -- reset-password --email …';

/** Only somebody whose session has ended by itself is told of it. */
function leadOf(next: string | null): string {
  if (next === null) return texts.lead;
  return sessionMemory.has() ? texts.ended : texts.required;
}

export default function SignInPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const session = useOptionalSession();
  const signUp = useSignUpState().data;
  const next = query.get('next');
  const place = placeAfter(next, '/inbox');

  if (session.data && !session.error) return <Navigate to={place} replace />;
  if (signUp?.empty && signUp.open) return <Navigate to="/sign-up" replace />;
  return (
    <AuthLayout title={texts.title} lead={leadOf(next)}>
      <SignInForm onEntered={() => void navigate(place, { replace: true })} />
      <AuthLayout.Aside>
        {signUp?.open && (
          <p>
            {texts.newHere}{' '}
            <Anchor component={Link} to="/sign-up" inherit underline="always">
              {texts.create}
            </Anchor>
          </p>
        )}
        <details>
          <summary>{texts.forgotten}</summary>
          <p>{texts.forgottenHint}</p>
          <Code block>{RESET}</Code>
        </details>
      </AuthLayout.Aside>
    </AuthLayout>
  );
}
