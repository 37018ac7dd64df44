const count = (n: number, one: string, several: string) =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${several}`;

const requestCount = (n: number) => count(n, 'request', 'requests');

/** Texts about who asks for an item, in its panel and in lists. */
export const requests = {
  title: requestCount,
  value: (value: string) => `Value ${value}`,
  list: 'Requests, newest first',
  loading: 'Loading requests',
  failed: 'Couldn’t load the requests',
  more: 'Show more',
  moreFailed: 'Couldn’t load more.',
  submission: 'Submission',
  people: (n: number) => count(n, 'person', 'people'),
  anonymous: 'Anonymous',
  allOf: (email: string) => `All items that ${email} asks for`,
  newTab: 'opens in a new tab',
  sources: { vote: 'Vote' } as Readonly<Record<string, string>>,
  from: 'from',
  duplicate: 'a duplicate',
  fields: {
    email: 'Email',
    name: 'Name',
    company: 'Company',
    value: 'Value',
    quote: 'Quote',
    link: 'Link',
    count: 'Number of people',
  },
  agreed: (n: number) =>
    n === 1 ? 'This person agreed to messages about it' : 'These people agreed to messages about it',
  hints: {
    agreed: 'Nothing is sent now. You decide with each change of the status.',
    email: 'The submission keeps its email address.',
    value: 'What the company is worth, in your own unit',
    quote: 'What was said',
    link: 'Where it was said',
    count: 'Without an email address',
  },
  errors: {
    email: 'Enter a valid email address.',
    name: 'Use one line of up to 100 characters.',
    company: 'Use one line of up to 100 characters.',
    value: 'Enter a number from 0 to 1,000,000,000 with up to two decimals.',
    quote: 'Use up to 1,000 characters.',
    link: 'Enter a URL that starts with https:// or http://, without a user name.',
    count: 'Enter a whole number up to 1,000,000. With an email address, it is 1.',
    empty: 'Enter who asks for it, or how many people.',
    cells: 'More values than columns. Put quotation marks around text with separators.',
  },
  add: {
    open: 'Add request',
    title: 'Add request',
    submit: 'Add request',
    failed: 'Couldn’t add the request. Your text is still here.',
    done: 'Request added.',
    updated: (who: string) => `${who} already asks for this item. Updated the request.`,
  },
  edit: {
    open: (who: string) => `Edit the request of ${who}`,
    tooltip: 'Edit request',
    title: 'Edit request',
    submit: 'Save request',
    failed: 'Couldn’t save the request. Your text is still here.',
    done: 'Request saved.',
  },
  remove: {
    open: (who: string) => `Delete the request of ${who}`,
    tooltip: 'Delete request',
    title: 'Delete request?',
    text: (who: string) => `The request of ${who} no longer counts. This can’t be undone.`,
    submit: 'Delete request',
    done: 'Request deleted.',
  },
  paste: {
    open: 'Paste several',
    title: 'Paste requests',
    label: 'Addresses or CSV',
    hint: 'Email addresses, or CSV with the columns email, name, company, value, quote, link, and count. Up to 1,000 lines.',
    placeholder: 'eve@example.com\nada@example.com',
    summary: (valid: number, wrong: number) =>
      wrong === 0
        ? `${requestCount(valid)} to add`
        : `${requestCount(valid)} to add, ${count(wrong, 'line', 'lines')} with errors`,
    nothing: 'No requests yet.',
    wrong: (n: number) => count(n, 'line with errors', 'lines with errors'),
    wrongHint: 'These lines stay in the field, so that you can correct them.',
    valid: (n: number) => `${requestCount(n)} to add`,
    validHint: 'If someone already asks for this item, their request is updated.',
    line: (n: number) => `Line ${n.toLocaleString('en')}`,
    problem: (field: string, text: string) => `${field}: ${text}`,
    repeats: (line: number) => `Same address as line ${line.toLocaleString('en')}: one request`,
    ignored: (names: string) => `Ignored columns: ${names}`,
    brokenAt: (line: number) =>
      `The quotation marks in line ${line.toLocaleString('en')} don’t match. Correct them to continue.`,
    tooMany: (n: number) => `${n.toLocaleString('en')} lines. Paste up to 1,000 at once.`,
    showAll: (n: number) => `Show all ${n.toLocaleString('en')}`,
    submit: (n: number) => (n === 0 ? 'Add requests' : `Add ${requestCount(n)}`),
    sending: (sent: number, total: number) =>
      `Adding requests: ${sent.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    done: (n: number) => `Added ${requestCount(n)}.`,
    failed: (n: number) =>
      n === 0
        ? 'Couldn’t add the requests. Your text is still here.'
        : `Added ${requestCount(n)}. Couldn’t add the others, which are still here.`,
  },
};
