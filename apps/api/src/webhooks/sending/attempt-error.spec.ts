import { errorText } from './attempt-error';

/** webhooks.md 3 */
describe('errorText', () => {
  it.each([
    ['ECONNREFUSED', 'connection refused'],
    ['ECONNRESET', 'connection closed before the response was complete'],
    ['EPIPE', 'connection closed before the response was complete'],
    ['ETIMEDOUT', 'connection timed out'],
    ['EHOSTUNREACH', 'host is unreachable'],
    ['ENETUNREACH', 'host is unreachable'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'TLS handshake failed'],
    ['HPE_INVALID_CONSTANT', 'response is not valid HTTP'],
    ['EMFILE', 'could not send the request'],
  ])('describes %s without the address', (code, text) => {
    const error = Object.assign(new Error(`connect ${code} 10.0.0.1:443`), { code });
    expect(errorText(error, null)).toBe(text);
  });
});
