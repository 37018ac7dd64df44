const number = (value: number) => value.toLocaleString('en');

type Limit = number | undefined;
const between = (unit: string, units: string, least: Limit, most: Limit) => {
  const counted = (count: number) => `${number(count)} ${count === 1 ? unit : units}`;
  if (most === undefined) return `At least ${counted(least ?? 0)}`;
  if (!least) return `At most ${counted(most)}`;
  return least === most ? counted(most) : `${number(least)} to ${counted(most)}`;
};

export const docs = {
  title: (page: string, api: string) => (page === '' ? api : `${page} · ${api}`),
  loading: 'Loading the API reference',
  failed: 'Couldn’t load the API reference',
  failedHint: 'The service didn’t respond. Try again in a moment.',
  skip: 'Skip to content',
  skipToConsole: 'Skip to console',
  introduction: 'Introduction',
  dashboard: 'Dashboard',
  nav: {
    label: 'Operations',
    open: 'Operations',
    filter: 'Filter operations',
    filterShort: 'Filter',
    none: (text: string) => `No operations match “${text}”.`,
  },
  facts: {
    any: 'anything',
    anyName: 'any name',
    either: (types: readonly string[]) => types.join(' or '),
    arrayOf: (type: string) =>
      `array of ${/^(string|integer|number|object|boolean)$/.test(type) ? `${type}s` : type}`,
    each: (text: string) => `Each: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
    oneOf: 'One of',
    always: 'Always',
    /** Of a number. */
    range: (least: number | undefined, most: number | undefined) =>
      least === undefined
        ? `At most ${number(most ?? 0)}`
        : most === undefined
          ? `At least ${number(least)}`
          : `${number(least)} to ${number(most)}`,
    characters: (least: number | undefined, most: number | undefined) =>
      least === 1 && most === undefined ? 'Not empty' : between('character', 'characters', least, most),
    entries: (least: Limit, most: Limit) => between('entry', 'entries', least, most),
    members: (least: Limit, most: Limit) => between('field', 'fields', least, most),
    unique: 'Unique values',
    pattern: 'Pattern',
    fallback: 'Default',
    example: 'Example',
    required: 'required',
  },
  reference: {
    baseUrl: 'Base URL',
    baseUrlCopy: 'Copy base URL',
    version: (version: string) => `Version ${version}`,
    document: (version: string) => `OpenAPI ${version}`,
    tools: (service: string) =>
      `**Tools.** For setup instructions, go to “API & Developer” in the dashboard.\n\n- AI agents (MCP): \`${service}/mcp\`\n- Command line tool: \`npm install --global ${service}/cli.tgz\`\n- Typed client for JavaScript and TypeScript: \`npm install ${service}/client.tgz\``,
    unknown: (name: string) => `Operation “${name}” not found.`,
    tryIt: 'Try it',
    pathCopy: 'Copy URL',
    parameters: { path: 'Path parameters', query: 'Query parameters', header: 'Headers' },
    body: 'Body',
    fields: 'Fields',
    fieldsOf: (name: string) => `Fields of ${name}`,
    example: 'Example',
    exampleOf: (name: string) => `Example: ${name}`,
    exampleCopy: 'Copy example',
    responses: 'Responses',
    webhooks: 'Webhook requests',
    webhooksLead: 'The service sends these events to your webhooks.',
    others: 'Other requests',
    headers: (count: number) => (count === 1 ? '1 header' : `${count} headers`),
    noBody: 'No body.',
  },
  console: {
    label: 'Console',
    title: 'Try it',
    key: 'API key',
    keyHint: 'Kept in memory until you reload. Never shown in code samples.',
    keyShow: 'Show key',
    keyClear: 'Clear key',
    keyMissing: 'Enter an API key. You can create one in the dashboard under “API & Developer”.',
    keyCharacters: 'An API key contains only letters, numbers, and underscores. Check the key you pasted.',
    rateLimit: 'Rate limit',
    rateLimitUnknown: 'Shown after the first request.',
    rateLimitNone: 'No rate limit applies to this key.',
    window: (name: string) => (name === 'hour' || name === 'minute' ? `this ${name}` : name),
    remaining: (remaining: number, limit: number | null) =>
      limit === null ? `${number(remaining)} remaining` : `${number(remaining)} of ${number(limit)}`,
    leftLabel: (remaining: number, limit: number | null, window: string) =>
      `${number(remaining)}${limit === null ? '' : ` of ${number(limit)}`} ${(limit ?? remaining) === 1 ? 'request' : 'requests'} remaining ${window}`,
    fullIn: (time: string) => `resets in ${time}`,
    full: 'full quota',
    time: (seconds: number) =>
      seconds < 60
        ? `${seconds} s`
        : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`,
    notSent: 'Not sent',
    required: 'This parameter is required.',
    notLatin: 'A header can contain only Latin-1 characters.',
    integer: (hint: string) => `The API will reject this value. Enter a whole number. ${hint}`.trim(),
    invalidTime: 'The API will reject this value. Enter a time such as 2026-03-03T10:00:00Z.',
    now: 'Now',
    generate: 'Generate',
    useEtag: (etag: string) => `Use ${etag}`,
    body: 'Body',
    mediaType: 'Media type',
    example: 'Example',
    format: 'Format',
    file: 'Or send a file',
    fileClear: 'Send text instead',
    fileChosen: (name: string) => `${name} will be sent unchanged.`,
    notJson: 'This isn’t valid JSON.',
    sendAnyway: 'Send anyway',
    send: 'Send',
    sending: 'Sending…',
    sendIn: (time: string) => `Send in ${time}`,
    waits: 'Sending automatically in',
    cancel: 'Cancel',
    changes: 'Changes real data',
    limitReached: 'You’ve reached this key’s rate limit. Select Send to queue the request.',
    response: 'Response',
    status: (status: number, text: string) => `${status} ${text}`.trim(),
    statusTexts: {
      200: 'OK',
      201: 'Created',
      202: 'Accepted',
      204: 'No Content',
      304: 'Not Modified',
      400: 'Bad Request',
      401: 'Unauthorized',
      403: 'Forbidden',
      404: 'Not Found',
      405: 'Method Not Allowed',
      409: 'Conflict',
      412: 'Precondition Failed',
      413: 'Content Too Large',
      415: 'Unsupported Media Type',
      422: 'Unprocessable Content',
      429: 'Too Many Requests',
      431: 'Request Header Fields Too Large',
      500: 'Internal Server Error',
      503: 'Service Unavailable',
    } as Readonly<Record<number, string>>,
    measured: (milliseconds: number, size: string) => `${milliseconds} ms · ${size}`,
    spoken: (status: string, milliseconds: number, size: string) => `${status}, ${milliseconds} ms, ${size}`,
    bytes: (bytes: number) =>
      bytes < 1000
        ? `${bytes} B`
        : bytes < 1_000_000
          ? `${(bytes / 1000).toFixed(1)} KB`
          : `${(bytes / 1_000_000).toFixed(1)} MB`,
    remainingAfter: (windows: readonly string[]) => `Requests remaining: ${windows.join(', ')}`,
    empty: 'No body.',
    copyResponse: 'Copy response',
    save: 'Save',
    downloadAll: 'Download all',
    downloading: (size: string) => `Downloading… ${size}`,
    downloadFailed: 'Download interrupted. No file was saved. Try again.',
    cut: (size: string) => `Showing the first ${size}. Downloading the full response sends another request.`,
    cutLong: (size: string) => `Showing the first ${size}. Copy and Save use the full response.`,
    nextPage: 'Next page',
    readThis: (summary: string) => `Use in “${summary}”`,
    failed: 'No response. Check your connection and try again.',
    failedChange: 'No response. The change may have been applied. Check before you retry.',
    cancelled: 'Canceled.',
    cancelledChange: 'Canceled. The change may have been applied. Check before you retry.',
    code: 'Code samples',
    codeHints: {
      curl: 'Reads the key from the FEEDBACK_API_KEY environment variable.',
      javascript:
        'Requires Node.js 20 or newer. Reads the key from the FEEDBACK_API_KEY environment variable.',
      cli: 'For the feedback command line tool. Uses the key from “feedback login” or the FEEDBACK_API_KEY environment variable.',
    },
    install: {
      lead: 'To install the tool from this service and enter your API key, run these commands. Requires Node.js 20.19 or newer.',
      label: 'Install the command line tool',
      copy: 'Copy install commands',
    },
    languages: { curl: 'curl', javascript: 'JavaScript', cli: 'CLI' },
    codeLabel: (summary: string, language: string) => `${summary} with ${language}`,
    codeCopy: 'Copy code',
    noCommand: 'The command line tool doesn’t support this request.',
    language: 'Language',
  },
};
