const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
const rows = (number: number) => count(number, 'row', 'rows');
const items = (number: number) => count(number, 'item', 'items');

export const importing = {
  title: 'Import',
  lead: 'Bring your feedback from Canny, Fider, Astuto or any table. Nothing is imported until you say so in step 3.',
  steps: {
    file: '1. Choose a file',
    columns: '2. See what becomes of it',
    check: '3. Check and import',
  },
  file: {
    hint: 'CSV or NDJSON, up to 100,000 rows and 128 MB. Your browser reads it; nothing is sent yet.',
    choose: 'Choose a file',
    other: 'Choose another file',
    drop: 'or drop one here, or paste rows from a spreadsheet',
    dropNow: 'Drop it here',
    label: 'File to import',
    pasted: 'Pasted rows',
    reading: (name: string) => `Reading ${name}`,
    cancel: 'Cancel',
    windows1252: 'Read as Windows-1252, because it is not in UTF-8. Check the letters in step 2.',
    facts: (count: number, columns: number) => `${rows(count)}, ${columns} columns`,
    ready: (name: string, count: number) => `${name}: ${rows(count)} read.`,
    help: 'Where do I get such a file?',
    helps: [
      [
        'Canny',
        'An administrator can export posts as CSV. What its API lists will do as well, a post on each line.',
      ],
      ['Fider', 'In Site Settings, under Export, download the CSV of your posts.'],
      [
        'Astuto',
        'Ask whoever runs it for the table “posts” as CSV, with the names of boards and statuses and the addresses of users joined to it. What its API lists will do as well, a post on each line.',
      ],
      [
        'Elsewhere',
        'Any table with a title in each row will do: save it as CSV. Commas, semicolons, and tabs are accepted.',
      ],
      ['Here', 'An export of this product as NDJSON or CSV comes back exactly as it was.'],
    ],
  },
  sources: {
    own: 'An export of this product',
    canny: 'Looks like an export of Canny',
    fider: 'Looks like an export of Fider',
    astuto: 'Looks like posts of Astuto',
    other: 'A table',
  },
  ownText: 'Every column has its place already. Items you still have are recognised and left alone.',
  fields: {
    title: 'Title',
    description: 'Description',
    submitter_email: 'Submitter’s e-mail',
    status: 'Status',
    created_at: 'Created',
    updated_at: 'Last updated',
    external_id: 'Number or ID',
    id: 'ID',
    source: 'Source',
  },
  columns: {
    legend: 'Columns',
    before: 'Which column is the title, what its statuses mean here, and how the first rows will look.',
    none: 'None',
    noTitle: 'Choose the column that has the titles, or at least the descriptions.',
    titleFromText: 'Without a title column, the first line of the description is the title.',
    prefix: 'Where it is from',
    prefixHint: (example: string) => `Keeps the numbers of two sources apart: ${example}`,
    again: (hasName: boolean) =>
      hasName
        ? 'Rows are remembered by their number, so importing the file again makes no twins. A row without one is remembered by what stands in it: once that has been changed, it comes in as another item.'
        : 'The file has no numbers, so rows are remembered by what stands in them: importing the same file again makes no twins, but a row that has been changed, or a file with other columns, comes in as other items.',
    order: 'Which date is 03/04/2024 in this file?',
    orderHint: 'Its dates do not tell. Times without a zone are taken as UTC.',
    orders: { dmy: 'Day first: 3 April', mdy: 'Month first: March 4' },
    names: 'The first line has the names of the columns',
    namesHint: (cells: readonly (string | null)[]) =>
      `It says: ${cells
        .slice(0, 4)
        .map((cell) => cell ?? '')
        .join(', ')
        .slice(0, 80)}${cells.length > 4 ? ' …' : ''}`,
    fill: (count: number) =>
      count === 1
        ? '1 row has no title: take the first line of its description'
        : `${count.toLocaleString('en')} rows have no title: take the first line of their descriptions`,
    cut: (count: number) =>
      count === 1
        ? '1 title is longer than 200 characters: cut it, and put all of it into the description'
        : `${count.toLocaleString('en')} titles are longer than 200 characters: cut them, and put all of each into its description`,
    html: 'Convert HTML to text',
    htmlHint:
      'Descriptions have tags or entities such as “&amp;”. Paragraphs, lists, and links become plain text.',
    date: 'Date of rows without one',
    dateHint: (count: number) =>
      `${rows(count)} ${count === 1 ? 'has' : 'have'} no date of creation. Leave this empty for today.`,
    extras: 'Keep at the end of the description',
    extrasHint: 'Columns that have no place of their own, as lines such as “Votes: 12”.',
  },
  statuses: {
    legend: 'Statuses',
    hint: 'What the words of the file mean here. Rows without one are new.',
    label: (word: string) => `Status for “${word}”`,
    none: 'Not recognised: New',
    lost: (words: readonly string[], more: number, count: number) =>
      `${rows(count)} will be New, because ${words.length + more === 1 ? 'this status is' : 'these statuses are'} not recognised: ${words
        .map((word) => `“${word}”`)
        .join(
          ', ',
        )}${more > 0 ? ` and ${more} more` : ''}. Say what ${words.length + more === 1 ? 'it means' : 'they mean'} in step 2.`,
    rows,
    more: (shown: number) => `Only the ${shown} most frequent are shown; rows with others become new.`,
  },
  preview: {
    caption: (shown: number, all: number) =>
      shown === all
        ? `All ${rows(all)}, as they will be`
        : `The first ${shown} of ${rows(all)}, as they will be`,
    line: 'Line',
    item: 'Item',
    untitled: 'No title',
    created: 'Created',
    now: 'today',
    noDate: (day: string) => `No date: ${day}`,
  },
  check: {
    hint: 'The check compares your file with what is already here and changes nothing.',
    start: (count: number) => `Check ${rows(count)}`,
    again: 'Check again',
    before: 'Before anything is imported, your file is compared with what is already here.',
    answer: 'First answer the question about dates in step 2.',
    title: 'First choose the column for titles in step 2.',
    nothing: 'There is nothing new to import: every row is already here.',
    restHere:
      'There is nothing new to import: every row without a problem is already here. To bring the others, change the columns in step 2 or the file itself.',
    allBad: 'No row can be imported as it is. Change the columns in step 2 or the file itself.',
    summary: (all: number, fresh: number, existing: number, repeated: number, failed: number) =>
      `${rows(all)}: ${[
        `${fresh.toLocaleString('en')} new`,
        existing > 0 && `${existing.toLocaleString('en')} already here`,
        repeated > 0 && `${repeated.toLocaleString('en')} twice in this file`,
        failed > 0 && `${failed.toLocaleString('en')} with problems`,
      ]
        .filter(Boolean)
        .join(', ')}`,
    badEmails: (count: number) =>
      count === 1
        ? '1 row has an invalid email address: import it without the address'
        : `${count.toLocaleString('en')} rows have an invalid email address: import them without it`,
    badEmailsHint: 'Otherwise these are rows with problems.',
    skip: (count: number) =>
      count === 1
        ? 'Leave out the row with a problem and import the rest'
        : `Leave out the ${count.toLocaleString('en')} rows with problems and import the rest`,
    skipHint: (count: number) =>
      `Otherwise nothing can be imported until ${count === 1 ? 'it is' : 'they are'} repaired or gone.`,
    run: (count: number) => `Import ${items(count)}`,
  },
  work: {
    check: 'Checking',
    import: 'Importing',
    preparing: (done: number, all: number) => `Preparing: ${done.toLocaleString('en')} of ${rows(all)}`,
    sending: (sent: string, all: string) => `Sending: ${sent} of ${all}`,
    waiting: (sent: string, all: string) =>
      `${sent} of ${all} sent; the service is working through what it has`,
    working: (done: number, all: number) =>
      `The service has worked through ${done.toLocaleString('en')} of ${rows(all)}`,
    finishing: 'The service is finishing',
    percent: (value: number) => `${value} percent`,
    cancel: 'Cancel',
    stay: 'You can look elsewhere in another tab; leaving this page stops the import.',
  },
  done: {
    title: (created: number) => `${items(created)} imported`,
    existing: (count: number) =>
      `${rows(count)} ${count === 1 ? 'was' : 'were'} already here and left alone.`,
    repeated: (count: number) =>
      `${rows(count)} ${count === 1 ? 'has' : 'have'} a number or ID that an earlier row of the file has, and ${count === 1 ? 'was' : 'were'} left out.`,
    failed: (count: number) => `${rows(count)} with problems ${count === 1 ? 'was' : 'were'} left out.`,
    inbox: 'Open the inbox',
    another: 'Import another file',
  },
  undo: {
    title: 'Undo this import?',
    confirm: 'Undo import',
    counting: 'Counting the items',
    body: (deleted: number) =>
      deleted === 0
        ? 'Nothing is deleted: no unchanged item of this import is left.'
        : `This permanently deletes ${items(deleted)} that this import created.`,
    changed: (count: number) =>
      count === 1
        ? 'Also delete the item that was changed after the import'
        : `Also delete the ${items(count)} that were changed after the import`,
    changedHint: 'Otherwise they stay.',
    done: (deleted: number, kept: number) =>
      `Import undone: ${items(deleted)} deleted${kept > 0 ? `, ${kept.toLocaleString('en')} changed after the import kept` : ''}.`,
  },
  recent: {
    title: 'Recent imports',
    hint: 'An import can be undone for 24 hours.',
    items,
    open: 'Show in inbox',
    more: (all: number) => `Show all ${all.toLocaleString('en')}`,
  },
  ended: {
    cancelledCheck: 'The check was cancelled.',
    cancelled: 'Cancelled. Nothing was imported.',
    cancelledLate:
      'Cancelled after everything had been sent. It is all or nothing: check again to see which. Importing the same file again makes no twins.',
    lost: 'The connection was lost before everything was sent. Nothing was imported.',
    lostLate:
      'The connection was lost after everything had been sent, so we do not know whether it was imported: it is all or nothing. Check again to see which. Importing the same file again makes no twins.',
    refused: 'Nothing was imported.',
    checkFailed: 'The check did not get through',
    importFailed: 'That did not work',
    signedOut: 'Your session had ended. Once you are signed in, try again.',
    tooMany: 'An import is already running for this account. Try again when it is done.',
  },
  problems: {
    title: (count: number) => (count === 1 ? 'The row with a problem' : `The ${rows(count)} with problems`),
    hint: 'The download has these rows as they are in your file: repair them there, and import that file.',
    twins: (count: number) =>
      count === 1 ? 'The row that is in this file twice' : `The ${rows(count)} that are in this file twice`,
    twinsHint:
      'Of rows with the same number or ID only the first is imported. If these are others, download them, give each a number of its own or none, and import that file.',
    line: (line: number) => `Line ${line.toLocaleString('en')}`,
    more: (shown: number, all: number) => `Show all ${all.toLocaleString('en')} (${shown} are shown)`,
    first: (count: number) => `These are the first ${count.toLocaleString('en')}.`,
    download: 'Download as CSV',
    file: 'import-problems.csv',
    twinsFile: 'import-repeated.csv',
    repeats: (line: number) =>
      `It has the number or ID of line ${line.toLocaleString('en')}, which was taken.`,
    words: {
      title: {
        missing_required_field: 'There is no title.',
        null_not_allowed: 'There is no title.',
        empty_value: 'There is no title.',
        too_long: 'The title is longer than 200 characters.',
      },
      description: { too_long: 'The description is longer than 10,000 characters.' },
      submitter_email: {
        invalid_format: 'The submitter’s e-mail is no e-mail address.',
        too_long: 'The submitter’s e-mail is too long.',
      },
      status: { invalid_value: 'The status is none of New, Planned, Building, Shipped and Declined.' },
      source: { invalid_value: 'The source is none that this product knows.' },
      id: { invalid_value: 'The ID is not the one this item was exported with.' },
      created_at: {
        invalid_format: 'The date of creation cannot be read.',
        in_future: 'The date of creation is in the future.',
        too_early: 'The date of creation is before 1970.',
      },
      updated_at: {
        invalid_format: 'The date of the last update cannot be read.',
        in_future: 'The date of the last update is in the future.',
        too_early: 'The date of the last update is before 1970.',
        before_created: 'The last update is before the creation.',
      },
    },
    any: { invalid_characters: 'There are characters in it that cannot be stored.' },
  },
  faults: {
    empty: () => 'There is nothing in this file.',
    noRows: () => 'This file has names of columns, and no rows below them.',
    tooLarge: (parts: number) =>
      `This is more than 128 MB. Split it into ${parts} files or more, each with the names of the columns in its first line, and import one after the other.`,
    tooMany: (found: number) =>
      `This file has ${rows(found)}; one import takes 100,000. Split it into ${Math.ceil(found / 100_000)} files, each with the names of the columns in its first line, and import one after the other.`,
    encoding: () =>
      'This file is in neither UTF-8 nor Windows-1252. In your spreadsheet, save it as “CSV UTF-8”.',
    utf16: () => 'This file is in UTF-16. In your spreadsheet, save it as “CSV UTF-8”.',
    workbook: () => 'This is a workbook or another packed file. In your spreadsheet, save it as “CSV UTF-8”.',
    binary: () =>
      'This is not a table: it is a picture, a PDF or another file that is no text. Choose a CSV or NDJSON file.',
    json: () => 'This is one JSON document. Export it as NDJSON (an item on each line) or as CSV.',
    quotes: (line: number) =>
      `The quotes on line ${line.toLocaleString('en')} do not match, so nobody can tell where its cells end.`,
    cells: (line: number) =>
      `Line ${line.toLocaleString('en')} has more cells than the first line has names: is there a comma in a text without quotes around it?`,
    jsonLine: (line: number) => `Line ${line.toLocaleString('en')} is not a JSON object.`,
    unreadable: () => 'Your browser could not read this file: it has been moved or changed. Choose it again.',
  },
  forget: {
    title: 'Leave the import?',
    body: 'Nothing has been imported yet. If you leave now, the file and your choices in step 2 are forgotten.',
    stay: 'Stay',
    leave: 'Leave',
  },
  leave: {
    title: 'Stop the import?',
    body: 'It is still running. If you leave now, nothing is imported.',
    stay: 'Stay',
    leave: 'Stop and leave',
  },
};
