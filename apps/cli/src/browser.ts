type Env = Readonly<Record<string, string | undefined>>;

/** Long enough for a launcher to report that there is no browser. */
const TIMEOUT_MS = 2000;

/** The command that opens a URL, run without a shell; null if there is no display. */
export function browserCommand(platform: string, env: Env, url: string): [string, ...string[]] | null {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  const hasDisplay = env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME'] || env['BROWSER'];
  return hasDisplay ? ['xdg-open', url] : null;
}

/** Opens a URL in a browser that outlives this process. Returns false if there is no browser. */
export async function openBrowser(platform: string, env: Env, url: string): Promise<boolean> {
  const [program, ...args] = browserCommand(platform, env, url) ?? [];
  if (program === undefined) return false;
  // Lazy: other commands start faster without it.
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, detached: true, stdio: 'ignore' });
    const timer = setTimeout(() => finish(true), TIMEOUT_MS);
    const finish = (isShown: boolean) => {
      clearTimeout(timer);
      resolve(isShown);
    };
    child.on('error', () => finish(false)).on('exit', (code) => finish(code === 0));
    child.unref();
  });
}
