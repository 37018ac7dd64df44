const between = (unit: string, units: string) => (least: number | undefined, most: number | undefined) => {
  const of = (count: number) => (count === 1 ? unit : units);
  if (most === undefined) return `At least ${least} ${of(least ?? 0)}`.trim();
  if (!least) return `At most ${most} ${of(most)}`.trim();
  return `${least === most ? most : `${least} to ${most}`} ${of(most)}`.trim();
};

export const docs = {
  title: (page: string, api: string) => (page === '' ? api : `${page} · ${api}`),
  loading: 'Loading the reference',
  failed: 'The reference could not be loaded',
  failedHint:
    'The service did not answer. Your internet connection does not matter: all of it comes from there.',
  skip: 'Skip to the reference',
  skipToConsole: 'Skip to the console',
  introduction: 'Introduction',
  dashboard: 'Dashboard',
  nav: {
    label: 'Operations',
    open: 'Operations',
    filter: 'Filter operations',
    filterShort: 'Filter',
    none: (text: string) => `No operation has “${text}” in it.`,
  },
  facts: {
    any: 'anything',
    anyName: 'any name',
    either: (types: readonly string[]) => types.join(' or '),
    arrayOf: (type: string) =>
      `array of ${/^(string|integer|number|object|boolean)$/.test(type) ? `${type}s` : type}`,
    each: (words: string) => `Each: ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    oneOf: 'One of',
    always: 'Always',
    /** Of a number. */
    range: (least: number | undefined, most: number | undefined) =>
      least === undefined
        ? `At most ${most}`
        : most === undefined
          ? `At least ${least}`
          : `${least} to ${most}`,
    characters: (least: number | undefined, most: number | undefined) =>
      least === 1 && most === undefined ? 'Not empty' : between('character', 'characters')(least, most),
    entries: between('entry', 'entries'),
    members: between('member', 'members'),
    unique: 'No value twice',
    pattern: 'Matches',
    fallback: 'Default',
    example: 'For example',
    required: 'required',
  },
  reference: {
    baseUrl: 'Base URL',
    baseUrlCopy: 'Copy the base URL',
    version: (version: string) => `Version ${version}`,
    document: (version: string) => `OpenAPI ${version}`,
    tools: (service: string) =>
      `**Ready-made.** Agents do the same over MCP, at \`${service}/mcp\`. The command line tool comes with \`npm install --global ${service}/cli.tgz\`, the typed client for JavaScript and TypeScript with \`npm install ${service}/client.tgz\`. How to set up agents and the command line tool is in the dashboard, under “API & Developer”.`,
    unknown: (name: string) => `There is no operation “${name}” here.`,
    tryIt: 'Try it',
    pathCopy: 'Copy the address',
    parameters: { path: 'Path parameters', query: 'Query parameters', header: 'Headers' },
    body: 'Body',
    fields: 'Fields',
    fieldsOf: (name: string) => `Fields of ${name}`,
    example: 'Example',
    exampleOf: (name: string) => `Example: ${name}`,
    exampleCopy: 'Copy the example',
    answers: 'Answers',
    others: 'Other requests',
    headers: (count: number) => (count === 1 ? '1 header' : `${count} headers`),
    noBody: 'Without a body.',
  },
  console: {
    label: 'Console',
    title: 'Try it',
    key: 'API key',
    keyHint: 'Stays in this page’s memory: a reload forgets it, and no snippet shows it.',
    keyShow: 'Show the key',
    keyClear: 'Forget the key',
    keyMissing: 'Fill in an API key first. You make one in the dashboard, under “API & Developer”.',
    keyCharacters: 'A key has letters, digits and _ only. Is there something else in what you pasted?',
    budget: 'Rate budget',
    budgetUnknown: 'What your key has left shows after the first call.',
    budgetNone: 'No limit is in force for this key.',
    window: (name: string) => (name === 'hour' || name === 'minute' ? `this ${name}` : name),
    left: (remaining: number, limit: number | null) =>
      limit === null ? `${remaining} left` : `${remaining} of ${limit}`,
    leftLabel: (remaining: number, limit: number | null, window: string) =>
      `${remaining}${limit === null ? '' : ` of ${limit}`} requests left ${window}`,
    fullIn: (time: string) => `full in ${time}`,
    full: 'full',
    time: (seconds: number) =>
      seconds < 60
        ? `${seconds} s`
        : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`,
    notSent: 'Not sent',
    required: 'This one is required.',
    notLatin: 'A header holds Latin characters only.',
    integer: (words: string) => `The service will refuse this: a whole number is wanted. ${words}`.trim(),
    moment: 'The service will refuse this: a moment looks like 2026-03-03T10:00:00Z.',
    now: 'Now',
    generate: 'Generate',
    useEtag: (etag: string) => `Use ${etag}`,
    body: 'Body',
    mediaType: 'Media type',
    example: 'Example',
    format: 'Format',
    file: 'Or send a file',
    fileClear: 'Send the text instead',
    fileChosen: (name: string) => `${name} is sent as it is.`,
    notJson: 'This is not JSON yet.',
    sendAnyway: 'Send it anyway',
    send: 'Send',
    sending: 'Sending…',
    sendIn: (time: string) => `Send in ${time}`,
    waits: 'Goes out by itself in',
    cancel: 'Cancel',
    changes: 'Changes real data',
    limitSpent: 'The quota of this key is spent. Press Send, and the call goes out as soon as there is room.',
    answer: 'Answer',
    status: (status: number, words: string) => `${status} ${words}`.trim(),
    statusWords: {
      200: 'OK',
      201: 'Created',
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
          ? `${(bytes / 1000).toFixed(1)} kB`
          : `${(bytes / 1_000_000).toFixed(1)} MB`,
    leftAfter: (windows: readonly string[]) => `Left: ${windows.join(', ')}`,
    empty: 'No body.',
    answerCopy: 'Copy the answer',
    save: 'Save',
    downloadAll: 'Download all',
    downloading: (size: string) => `Downloading… ${size}`,
    downloadFailed: 'The download broke off, and nothing was saved. Try again.',
    cut: (size: string) => `The first ${size}. Downloading all of it is one more request.`,
    cutLong: (size: string) => `The first ${size} are shown; copying and saving take all of it.`,
    nextPage: 'Next page',
    readThis: (summary: string) => `Use in “${summary}”`,
    failed: 'No answer came. The service could not be reached.',
    failedChange: 'No answer came. Whether anything has changed is not known: look before you send it again.',
    cancelled: 'Cancelled.',
    cancelledChange: 'Cancelled. It may have changed something all the same: look before you send it again.',
    code: 'The same call',
    codeHints: {
      curl: 'Reads the key from the environment: FEEDBACK_API_KEY.',
      javascript: 'For Node 20 or newer. Reads the key from the environment: FEEDBACK_API_KEY.',
      cli: 'For the command line tool “feedback”. It has the key from “feedback login”, or from the environment: FEEDBACK_API_KEY.',
    },
    install: {
      lead: 'It comes from this service. These install it, and ask for your key once (Node 20 or newer):',
      label: 'How to install the command line tool',
      copy: 'Copy the commands that install it',
    },
    languages: { curl: 'curl', javascript: 'JavaScript', cli: 'CLI' },
    codeLabel: (summary: string, language: string) => `${summary} with ${language}`,
    codeCopy: 'Copy the code',
    noCommand: 'The command line tool has no command for this.',
    language: 'Language',
  },
};
