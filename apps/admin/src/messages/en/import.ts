import { formatSize } from './numbers';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
const rows = (number: number) => count(number, 'row', 'rows');
const items = (number: number) => count(number, 'item', 'items');
const requests = (number: number) => count(number, 'request', 'requests');

export const importing = {
  title: 'Import',
  lead: 'Import feedback from Canny, Fider, Astuto, Quackback, Feeblo, or any table. Nothing is imported until you confirm in step 3.',
  steps: {
    file: '1. Choose a file',
    columns: '2. Map columns',
    check: '3. Review and import',
  },
  file: {
    hint: 'CSV or NDJSON, up to 100,000 rows and 128 MB. The file stays in your browser until step 3.',
    choose: 'Choose a file',
    other: 'Choose another file',
    drop: 'or drop one here, or paste rows from a spreadsheet',
    dropNow: 'Drop it here',
    label: 'File to import',
    pasted: 'Pasted rows',
    reading: (name: string) => `Reading ${name}`,
    cancel: 'Cancel',
    encoding: 'Encoding',
    encodingHint: 'If characters look wrong in step 2, choose another encoding.',
    encodings: {
      'utf-8': 'Unicode (UTF-8)',
      'utf-16le': 'Unicode (UTF-16 LE)',
      'utf-16be': 'Unicode (UTF-16 BE)',
      'windows-1252': 'Western European (Windows-1252)',
      'windows-1250': 'Central European (Windows-1250)',
      'windows-1251': 'Cyrillic (Windows-1251)',
      'windows-1253': 'Greek (Windows-1253)',
      'windows-1254': 'Turkish (Windows-1254)',
      'windows-1255': 'Hebrew (Windows-1255)',
      'windows-1256': 'Arabic (Windows-1256)',
      'windows-1257': 'Baltic (Windows-1257)',
      'koi8-r': 'Cyrillic (KOI8-R)',
      macintosh: 'Western European (Mac)',
      gbk: 'Simplified Chinese (GBK)',
      big5: 'Traditional Chinese (Big5)',
      shift_jis: 'Japanese (Shift JIS)',
      'euc-jp': 'Japanese (EUC-JP)',
      'euc-kr': 'Korean (EUC-KR)',
    },
    facts: (number: number, columns: number) => `${rows(number)}, ${count(columns, 'column', 'columns')}`,
    ready: (name: string, count: number) => `${name}: ${rows(count)} read.`,
    help: 'How do I get this file?',
    helps: [
      [
        'Canny',
        'An administrator can export posts as CSV. You can also use posts from the Canny API, one per line.',
      ],
      ['Fider', 'In Site Settings > Export, download your posts as CSV.'],
      [
        'Astuto',
        'Ask the administrator for the “posts” table as CSV, joined with board names, status names, and user email addresses. You can also use posts from the Astuto API, one per line.',
      ],
      ['Quackback', 'Export your data as CSV. Use the file posts.csv.'],
      ['Feeblo', 'In Settings > Data, export a board as CSV.'],
      [
        'Other',
        'Use any table with a title in each row, saved as CSV. Commas, semicolons, tabs, and pipes work as separators.',
      ],
      ['This product', 'In the inbox, export items as NDJSON or CSV, and import that file unchanged.'],
    ],
  },
  sources: {
    own: 'An export from this product',
    canny: 'Looks like a Canny export',
    fider: 'Looks like a Fider export',
    astuto: 'Looks like an Astuto export',
    quackback: 'Looks like a Quackback export',
    feeblo: 'Looks like a Feeblo export',
    other: 'A table',
  },
  ownText:
    'Columns are already mapped. Items that already exist are skipped. Requests and notes aren’t in this file.',
  fields: {
    title: 'Title',
    description: 'Description',
    submitter_email: 'Submitter email',
    status: 'Status',
    created_at: 'Created',
    updated_at: 'Last updated',
    external_id: 'External ID',
    tags: 'Tags',
    votes: 'Number of votes',
    voters: 'Email addresses of voters',
    company: 'Company of submitter',
    value: 'Value of company',
    id: 'ID',
    source: 'Source',
    merged_into: 'Merged into',
    assignee: 'Assignee',
  },
  columns: {
    legend: 'Columns',
    before: 'Choose the column for each field, match statuses, and preview the first rows.',
    none: 'None',
    noTitle: 'Choose a column for the title or the description.',
    titleFromText: 'Without a title column, the first line of the description becomes the title.',
    prefix: 'Source name',
    prefixHint: (example: string) => `Keeps IDs from different sources apart: ${example}`,
    again: (hasName: boolean) =>
      hasName
        ? 'Rows are matched by ID, so importing the file again doesn’t create duplicates. Rows without an ID are matched by their content; if it changes, they’re imported as new items.'
        : 'Without an ID column, rows are matched by their content. Importing the same file again doesn’t create duplicates. If a row or the columns change, rows are imported as new items.',
    order: (example: string) => `What date is ${example} in this file?`,
    orderHint: 'The dates are ambiguous. Times without a time zone are read as UTC.',
    orders: {
      dmy: (day: string) => `Day first: ${day}`,
      mdy: (day: string) => `Month first: ${day}`,
      ymd: (day: string) => `Year first: ${day}`,
    },
    names: 'The first line has column names',
    namesHint: (cells: readonly (string | null)[]) =>
      `First line: ${cells
        .slice(0, 4)
        .map((cell) => cell ?? '')
        .join(', ')
        .slice(0, 80)}${cells.length > 4 ? ' …' : ''}`,
    fill: (count: number) =>
      count === 1
        ? '1 row has no title: use the first line of its description'
        : `${count.toLocaleString('en')} rows have no title: use the first line of their descriptions`,
    cut: (count: number) =>
      count === 1
        ? '1 title is longer than 200 characters: shorten it and add the full title to the description'
        : `${count.toLocaleString('en')} titles are longer than 200 characters: shorten them and add the full titles to the descriptions`,
    html: 'Convert HTML to text',
    htmlHint:
      'Descriptions have tags or entities such as “&amp;”. Paragraphs, lists, and links are kept as plain text.',
    date: 'Date for rows without one',
    dateHint: (count: number) =>
      `${rows(count)} ${count === 1 ? 'has' : 'have'} no creation date. Leave blank to use today.`,
    extras: 'Add to the description',
    extrasHint: 'Unmapped columns, added as lines such as “Board: Features”.',
  },
  statuses: {
    legend: 'Statuses',
    hint: 'Match each status in your file to one of ours. Rows without a status become New.',
    label: (word: string) => `Status for “${word}”`,
    none: 'Not recognized: New',
    lost: (values: readonly string[], more: number, count: number) =>
      `${rows(count)} will be New because ${values.length + more === 1 ? 'this status isn’t' : 'these statuses aren’t'} recognized: ${values
        .map((word) => `“${word}”`)
        .join(
          ', ',
        )}${more > 0 ? ` and ${more} more` : ''}. Match ${values.length + more === 1 ? 'it' : 'them'} in step 2.`,
    rows,
    more: (shown: number) =>
      `Only the ${shown} most frequent statuses are shown. Rows with other statuses become New.`,
  },
  preview: {
    caption: (shown: number, all: number) =>
      shown === all ? `Preview of all ${rows(all)}` : `Preview of the first ${shown} of ${rows(all)}`,
    line: 'Line',
    item: 'Item',
    untitled: 'No title',
    created: 'Created',
    now: 'today',
    noDate: (day: string) => `No date: ${day}`,
    votes: (votes: string) => (votes === '1' ? '1 vote' : `${votes} votes`),
  },
  check: {
    hint: 'The check compares your file with existing items. It doesn’t change anything.',
    start: (count: number) => `Check ${rows(count)}`,
    checkAgain: 'Check again',
    before: 'Before the import, your file is compared with existing items.',
    dateQuestion: 'Answer the question about dates in step 2 first.',
    title: 'Choose a column for the title or the description in step 2 first.',
    nothing: 'Nothing to import: every row already exists.',
    restHere:
      'Nothing to import: every valid row already exists. To import the invalid rows, change the columns in step 2 or fix the file.',
    allBad: 'None of the rows can be imported. Change the columns in step 2 or fix the file.',
    summary: (all: number, fresh: number, existing: number, repeated: number, failed: number) =>
      `${rows(all)}: ${[
        `${fresh.toLocaleString('en')} new`,
        existing > 0 && `${existing.toLocaleString('en')} already ${existing === 1 ? 'exists' : 'exist'}`,
        repeated > 0 && `${repeated.toLocaleString('en')} repeated in this file`,
        failed > 0 && `${failed.toLocaleString('en')} invalid`,
      ]
        .filter(Boolean)
        .join(', ')}`,
    badEmails: (count: number) =>
      count === 1
        ? '1 row has an invalid email address: import it without the email address'
        : `${count.toLocaleString('en')} rows have an invalid email address: import them without the email address`,
    badEmailsHint: 'Otherwise, rows with an invalid email address can’t be imported.',
    skip: (count: number) =>
      count === 1
        ? 'Skip the invalid row and import the rest'
        : `Skip the ${count.toLocaleString('en')} invalid rows and import the rest`,
    skipHint: (count: number) =>
      `Otherwise, you can’t import the file until you fix or remove ${count === 1 ? 'that row' : 'those rows'}.`,
    run: (count: number) => `Import ${items(count)}`,
  },
  work: {
    check: 'Checking',
    import: 'Importing',
    preparing: (done: number, all: number) => `Preparing: ${done.toLocaleString('en')} of ${rows(all)}`,
    sending: (sent: number, all: number) => `Sending: ${formatSize(sent)} of ${formatSize(all)}`,
    waiting: (sent: number, all: number) =>
      `Sent ${formatSize(sent)} of ${formatSize(all)}; processing received rows`,
    working: (done: number, all: number) => `Processed ${done.toLocaleString('en')} of ${rows(all)}`,
    finishing: 'Finishing',
    percent: (value: number) => `${value} percent`,
    cancel: 'Cancel',
    stay: 'Keep this page open. Leaving it cancels the import.',
  },
  done: {
    title: (created: number) => `${items(created)} imported`,
    existing: (count: number) =>
      `${rows(count)} ${count === 1 ? 'was' : 'were'} skipped because ${count === 1 ? 'it already exists' : 'they already exist'}.`,
    repeated: (count: number) =>
      `${rows(count)} ${count === 1 ? 'was' : 'were'} skipped because an earlier row in the file has the same ID.`,
    failed: (count: number) =>
      `${count.toLocaleString('en')} invalid ${count === 1 ? 'row was' : 'rows were'} skipped.`,
    inbox: 'Open inbox',
    another: 'Import another file',
  },
  undo: {
    title: 'Undo this import?',
    confirm: 'Undo import',
    counting: 'Counting items',
    body: (deleted: number, asked: number) =>
      asked > 0
        ? `This permanently deletes ${requests(asked)} that this import added${deleted > 0 ? `, and ${items(deleted)}` : ''}.`
        : deleted === 0
          ? 'Nothing to delete: this import has no unchanged items left.'
          : `This permanently deletes ${items(deleted)} that this import created.`,
    changed: (count: number) =>
      count === 1
        ? 'Also delete the item that changed after the import'
        : `Also delete the ${items(count)} that changed after the import`,
    changedHint: (count: number) => (count === 1 ? 'Otherwise, it’s kept.' : 'Otherwise, they’re kept.'),
    doneTitle: 'Import undone',
    done: ({ deleted, requests: asked, kept }: { deleted: number; requests: number; kept: number }) =>
      `Import undone: ${asked > 0 ? requests(asked) : items(deleted)} deleted${kept > 0 ? `, ${count(kept, 'changed item', 'changed items')} kept` : ''}.`,
  },
  voters: {
    title: 'Import voters',
    hint: 'Optional: a second file with the people who asked for items that you’ve imported. Each row needs an item (ID or title) and an email address, a name, or a number of people.',
    label: 'File with voters',
    choose: 'Choose file with voters',
    fields: {
      feedback_id: 'ID of the item',
      external_id: 'External ID of the item',
      title: 'Title of the item',
      email: 'Email',
      name: 'Name',
      company: 'Company',
      value: 'Company value',
      quote: 'Quote',
      count: 'Number of people',
      created_at: 'Date',
    },
    incomplete:
      'Choose a column for the item, and one for the email address, the name, or the number of people.',
    unreadable: 'Couldn’t read the file.',
    prefix: 'Source name of the IDs',
    prefixHint:
      'The name that the items were imported with, such as canny. Empty for IDs as they are in the file.',
    summary: (isCheck: boolean, created: number, existing: number, failed: number) =>
      `${[
        `${requests(created)} ${isCheck ? 'to add' : 'added'}`,
        existing > 0 && `${rows(existing)} of people who already asked`,
        failed > 0 && `${rows(failed)} skipped because of a problem`,
      ]
        .filter(Boolean)
        .join(', ')}.`,
    run: (created: number) => `Add ${requests(created)}`,
  },
  recent: {
    title: 'Recent imports',
    hint: 'You can undo an import for 24 hours.',
    items,
    requests,
    open: 'Show in inbox',
    more: (all: number) => `Show all ${all.toLocaleString('en')}`,
  },
  ended: {
    cancelledCheck: 'Check canceled.',
    cancelled: 'Import canceled. Nothing was imported.',
    cancelledLate:
      'Canceled after the whole file was sent. Either all rows were imported or none. Check again to find out. Importing the same file again doesn’t create duplicates.',
    connectionLost: 'Connection lost before the whole file was sent. Nothing was imported.',
    connectionLostLate:
      'Connection lost after the whole file was sent. Either all rows were imported or none. Check again to find out. Importing the same file again doesn’t create duplicates.',
    nothingImported: 'Nothing was imported.',
    checkFailed: 'Couldn’t check the file',
    importFailed: 'Couldn’t import the file',
    signedOut: 'You were signed out. After you sign in, try again.',
    tooMany: 'An import is already running for this account. Try again when it’s done.',
  },
  problems: {
    title: (count: number) => (count === 1 ? '1 invalid row' : `${count.toLocaleString('en')} invalid rows`),
    hint: (count: number) =>
      count === 1
        ? 'Download this row, fix it in the downloaded file, and import that file.'
        : 'Download these rows, fix them in the downloaded file, and import that file.',
    duplicates: (count: number) =>
      count === 1 ? '1 repeated row' : `${count.toLocaleString('en')} repeated rows`,
    repeatsHint: (count: number) =>
      count === 1
        ? 'Only the first row with an ID is imported. If this row is a different item, download it, give it a unique ID or none, and import that file.'
        : 'Only the first row with an ID is imported. If these rows are different items, download them, give each a unique ID or none, and import that file.',
    warnings: 'Not restored',
    warningsHint: 'The items are imported without this.',
    someLines: 'Several',
    line: (line: number) => `Line ${line.toLocaleString('en')}`,
    more: (shown: number, all: number) =>
      `Show all ${all.toLocaleString('en')} (${shown.toLocaleString('en')} shown)`,
    first: (count: number) => `Showing the first ${count.toLocaleString('en')}.`,
    download: 'Download as CSV',
    file: 'import-problems.csv',
    repeatsFile: 'import-repeated.csv',
    repeats: (line: number) =>
      `Has the same ID as line ${line.toLocaleString('en')}. Only that line is imported.`,
    problemTexts: {
      title: {
        missing_required_field: 'Title is missing.',
        null_not_allowed: 'Title is missing.',
        empty_value: 'Title is missing.',
        too_long: 'Title is longer than 200 characters.',
        feedback_not_found: 'No item has this title.',
      },
      feedback_id: { feedback_not_found: 'No item has this ID.' },
      external_id: {
        feedback_not_found: 'No item has this external ID. Check the source name.',
        missing_required_field: 'This row doesn’t name an item.',
      },
      email: { invalid_format: 'Email isn’t valid.' },
      value: { invalid_type: 'Company value isn’t a number.' },
      count: {
        invalid_type: 'Number of people isn’t a whole number.',
        invalid_value: 'Number of people must be 1 if there is an email address.',
      },
      description: { too_long: 'Description is longer than 10,000 characters.' },
      submitter_email: {
        invalid_format: 'Submitter email isn’t valid.',
        too_long: 'Submitter email is too long.',
      },
      status: { invalid_value: 'Status must be New, Planned, Building, Shipped, or Declined.' },
      source: { invalid_value: 'Source isn’t supported.' },
      id: { invalid_value: 'ID doesn’t match the ID in the export.' },
      created_at: {
        invalid_format: 'Creation date isn’t valid.',
        in_future: 'Creation date is in the future.',
        too_early: 'Creation date is before 1970.',
      },
      updated_at: {
        invalid_format: 'Last update date isn’t valid.',
        in_future: 'Last update date is in the future.',
        too_early: 'Last update date is before 1970.',
        before_created: 'Last update date is before the creation date.',
      },
    },
    any: { invalid_characters: 'Some characters in this row aren’t supported.' },
  },
  rowErrors: {
    empty: () => 'This file is empty.',
    noRows: () => 'This file has column names but no rows.',
    tooLarge: (parts: number) =>
      `This file is larger than 128 MB. Split it into ${parts} or more files, each with the column names in the first line, and import them one at a time.`,
    tooMany: (found: number) =>
      `This file has ${rows(found)}. The maximum is 100,000. Split it into ${Math.ceil(found / 100_000)} files, each with the column names in the first line, and import them one at a time.`,
    encoding: () =>
      'Some characters in this file can’t be read. In your spreadsheet, save it as “CSV UTF-8”.',
    wrongEncoding: () => 'This file isn’t in the encoding that you chose. Choose another encoding.',
    workbook: () => 'This is a workbook or a compressed file. In your spreadsheet, save it as “CSV UTF-8”.',
    binary: () => 'This isn’t a text file. It may be an image or a PDF. Choose a CSV or NDJSON file.',
    json: () => 'This is a single JSON document. Export it as NDJSON (one item per line) or CSV.',
    quotes: (line: number) =>
      `The quotes on line ${line.toLocaleString('en')} don’t match. Check that each quoted value is closed.`,
    cells: (line: number) =>
      `Line ${line.toLocaleString('en')} has more values than the first line. Put quotes around values that contain a separator.`,
    jsonLine: (line: number) => `Line ${line.toLocaleString('en')} isn’t a JSON object.`,
    unreadable: () => 'Couldn’t read this file. It may have moved or changed. Choose it again.',
  },
  forget: {
    title: 'Leave the import?',
    body: 'Nothing has been imported yet. If you leave now, you lose the file and your choices in step 2.',
    stay: 'Stay',
    leave: 'Leave',
  },
  leave: {
    title: 'Cancel the import?',
    body: 'The import is still running. If you leave now, nothing is imported.',
    stay: 'Keep importing',
    leave: 'Cancel import',
  },
};
