import { t } from '../messages';

it('the introduction shows how to install the CLI and the client from this service', () => {
  const text = t.docs.reference.tools('https://feedback.example.com');
  expect(text).toContain('`npm install --global https://feedback.example.com/cli.tgz`');
  expect(text).toContain('`npm install https://feedback.example.com/client.tgz`');
});
