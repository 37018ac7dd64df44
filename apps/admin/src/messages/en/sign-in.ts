export const signIn = {
  title: 'Sign in',
  lead: 'Welcome back.',
  ended: 'Your session has ended. Sign in to go on where you were.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  newHere: 'New here?',
  create: 'Create an account',
  forgotten: 'Password forgotten?',
  forgottenHint: 'Whoever runs this service can set a new one:',
  missingEmail: 'Enter your e-mail address.',
  missingPassword: 'Enter your password.',
};
