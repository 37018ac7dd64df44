import { BLOCKED_PORTS, portWarning } from './blocked-port';

const reasonOf = (error: Error): string => (error.cause as Error | undefined)?.message ?? error.message;

describe('portWarning', () => {
  it.each(BLOCKED_PORTS.filter((port) => port !== 0))('warns about blocked port %i', async (port) => {
    const reason = await fetch(`http://localhost:${port}`).then(() => 'it answered', reasonOf);
    expect(reason).toBe('bad port');
    expect(portWarning(`http://localhost:${port}`)).toContain(`PUBLIC_URL has port ${port}, which`);
  });

  it.each([
    'http://localhost:3000',
    'https://feedback.example.com',
    'http://localhost',
    'http://localhost:6001',
  ])('returns null for %s', (url) => {
    expect(portWarning(url)).toBeNull();
  });
});
