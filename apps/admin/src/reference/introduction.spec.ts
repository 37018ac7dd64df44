import { t } from '../messages';

it('the introduction says how to install the command line tool and the client from this service', () => {
  const text = t.docs.reference.tools('https://feedback.example.com');
  expect(text).toContain('`npm install --global https://feedback.example.com/cli.tgz`');
  expect(text).toContain('`npm install https://feedback.example.com/client.tgz`');
});
