import { EXPORT_COLUMNS, guarded, TITLE_MAX } from '@libs/feedback';
import { codePoints } from '@libs/kernel';
import fc from 'fast-check';
import { hasInvalidEmail, importRows, hasNoTitle } from './import-rows';
import { guessMapping, unmappedColumns, unknownStatuses, withColumn, type Mapping } from './mapping';
import { readTable } from '../file/table';

const tableOf = (text: string) => readTable(new Blob([text]));
async function rowsOf(text: string, change: Partial<Mapping> = {}) {
  const table = await tableOf(text);
  return [...importRows(table, { ...guessMapping(table), ...change })];
}

const FIDER = `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
10,Go is fast,Very tiny description,2018-03-23T19:33:22Z,Faceless,4,2,declined,John Snow,2018-04-04T19:48:10Z,Nothing we need to do,,,"easy, ignored"
15,Go is great,,2018-02-21T15:51:35Z,Someone else,0,2,started,,,,,,
`;
const ASTUTO = `id,title,description,board_name,post_status_name,user_email,likes_count,created_at,updated_at
3,Dark mode,,Feature Requests,In Progress,ada@example.com,7,2024-05-01 10:00:00 UTC,2024-05-02 10:00:00.123456
`;
const CANNY = `Post ID,Title,Details,Board,Status,Author Name,Author Email,Votes,Created
66f0aa,Export as PDF,Please,Features,under review,Grace,grace@example.com,12,"May 1, 2024"
`;
const QUACKBACK = `id,title,content,status,tags,board,author_name,author_email,vote_count,created_at
post_01,Dark mode,Please,Planned,"ui,night",features,Ada,ada@example.com,12,2025-01-15T10:30:00.000Z
`;
const FEEBLO = `title,content,status,board,tags,eta,author_name,author_email,vote_count,created_at,updated_at,url
Dark mode,Please,Planned,Features,UI,,Ada,ada@example.com,3,2025-01-15T10:30:00.000Z,2025-01-16T10:30:00.000Z,https://feeblo.example.com/p/1
`;

describe('importRows from other products', () => {
  it('maps a Fider export', async () => {
    expect(await rowsOf(FIDER)).toEqual([
      {
        title: 'Go is fast',
        description: 'Very tiny description\n\nResponse: Nothing we need to do',
        votes: '4',
        tags: 'easy, ignored',
        submitter_email: undefined,
        status: 'declined',
        external_id: 'fider:10',
        created_at: '2018-03-23T19:33:22.000Z',
        updated_at: undefined,
      },
      {
        title: 'Go is great',
        description: null,
        votes: '0',
        submitter_email: undefined,
        status: 'building',
        external_id: 'fider:15',
        created_at: '2018-02-21T15:51:35.000Z',
        updated_at: undefined,
      },
    ]);
  });

  it('detects an old Fider export', async () => {
    const table = await tableOf(FIDER.replace('votes_count,comments_count', 'total_votes,total_comments'));
    expect(guessMapping(table)).toMatchObject({ source: 'fider', prefix: 'fider' });
  });

  it('maps an Astuto export', async () => {
    expect(await rowsOf(ASTUTO)).toEqual([
      {
        title: 'Dark mode',
        description: null,
        votes: '7',
        submitter_email: 'ada@example.com',
        status: 'building',
        external_id: 'astuto:3',
        created_at: '2024-05-01T10:00:00.000Z',
        updated_at: '2024-05-02T10:00:00.123Z',
      },
    ]);
  });

  it('maps posts of the Astuto API as NDJSON', async () => {
    const post = {
      id: 3,
      title: 'Dark mode',
      description: 'Please',
      board: { name: 'Features' },
      post_status: { name: 'Rejected', color: '#fff' },
      user: { email: 'ada@example.com' },
      approval_status: 'approved',
      created_at: '2024-05-01T10:00:00.000Z',
    };
    expect(await rowsOf(JSON.stringify(post))).toMatchObject([
      { external_id: 'astuto:3', status: 'declined', submitter_email: 'ada@example.com' },
    ]);
  });

  it('maps a Canny export', async () => {
    expect(await rowsOf(CANNY)).toEqual([
      {
        title: 'Export as PDF',
        description: 'Please',
        votes: '12',
        submitter_email: 'grace@example.com',
        status: 'new',
        external_id: 'canny:66f0aa',
        created_at: '2024-05-01T00:00:00.000Z',
        updated_at: undefined,
      },
    ]);
  });

  it('maps posts of the Canny API as NDJSON', async () => {
    const post = {
      id: '66f0aa',
      title: 'Export as PDF',
      details: 'Please',
      author: { name: 'Grace', email: 'grace@example.com' },
      board: { name: 'Features' },
      commentCount: 2,
      created: '2024-05-01T10:00:00.000Z',
      score: 12,
      status: 'complete',
      tags: [{ name: 'pdf' }],
      url: 'https://acme.canny.io/features/p/pdf',
    };
    expect(await rowsOf(JSON.stringify(post))).toMatchObject([
      {
        description: 'Please',
        votes: '12',
        tags: 'pdf',
        submitter_email: 'grace@example.com',
        status: 'shipped',
        external_id: 'canny:66f0aa',
        created_at: '2024-05-01T10:00:00.000Z',
      },
    ]);
  });

  it('maps a Quackback export', async () => {
    expect(guessMapping(await tableOf(QUACKBACK))).toMatchObject({ source: 'quackback', extraColumns: [] });
    expect(await rowsOf(QUACKBACK)).toEqual([
      {
        title: 'Dark mode',
        description: 'Please',
        submitter_email: 'ada@example.com',
        status: 'planned',
        external_id: 'quackback:post_01',
        tags: 'ui,night',
        votes: '12',
        created_at: '2025-01-15T10:30:00.000Z',
      },
    ]);
  });

  it('maps a Feeblo export', async () => {
    expect(guessMapping(await tableOf(FEEBLO))).toMatchObject({ source: 'feeblo', extraColumns: [] });
    expect(await rowsOf(FEEBLO)).toEqual([
      {
        title: 'Dark mode',
        description: 'Please',
        submitter_email: 'ada@example.com',
        status: 'planned',
        external_id: 'feeblo:https://feeblo.example.com/p/1',
        tags: 'UI',
        votes: '3',
        created_at: '2025-01-15T10:30:00.000Z',
        updated_at: '2025-01-16T10:30:00.000Z',
      },
    ]);
  });

  it('maps votes, voters, company, and value of other tables', async () => {
    const file = `title,votes,voters,company,MRR
A,"1,204","Ada <ada@example.com>; grace@example.com","Acme
Ltd","$1,200.50"
B,-2,,,
`;
    const [first, second] = await rowsOf(file);
    expect(first).toMatchObject({
      votes: '1204',
      voters: 'ada@example.com, grace@example.com',
      company: 'Acme Ltd',
      value: '1200.5',
      description: null,
    });
    expect(second).toMatchObject({ votes: '0', voters: undefined, company: undefined, value: undefined });
  });

  it('maps them only if the column has what its name says', async () => {
    const { columns } = guessMapping(
      await tableOf('title,votes,voters,value\nA,many,Ada,High\nB,,Grace,Low\n'),
    );
    expect([columns.votes, columns.voters, columns.value]).toEqual([null, null, null]);
  });

  it('drops invalid addresses of voters with dropInvalidEmails', async () => {
    const file = 'title,voters\nA,"ada@example.com, Grace"\nB,b@example.com\n';
    expect((await rowsOf(file))[0]!.voters).toBe('ada@example.com, Grace');
    expect((await rowsOf(file, { dropInvalidEmails: true }))[0]!.voters).toBe('ada@example.com');
  });

  it('maps an unknown source by its column names', async () => {
    // wording-allow: a column name found in real files
    const table = await tableOf('Subject;Body;E-Mail;State;Date;constructor\nA;B;a@b.co;Done;31/12/2024;x');
    const mapping = guessMapping(table);
    expect(mapping).toMatchObject({ source: 'other', prefix: 'file', dayOrder: 'dmy', extraColumns: [] });
    expect([...importRows(table, { ...mapping, extraColumns: [5] })]).toMatchObject([
      {
        title: 'A',
        description: 'B\n\nConstructor: x',
        submitter_email: 'a@b.co',
        status: 'shipped',
        created_at: '2024-12-31T00:00:00.000Z',
      },
    ]);
  });

  it('maps each column to one field only', async () => {
    const { columns } = guessMapping(await tableOf('feedback,email\nA,a@b.co'));
    expect([columns.title, columns.description, columns.submitter_email]).toEqual([0, null, 1]);
  });

  it('maps a column about a person only if it contains email addresses', async () => {
    const emails = guessMapping(await tableOf('title,created_by\nA,a@b.co\nB,\n'));
    const names = guessMapping(await tableOf('title,created_by\nA,Ada\nB,a@b.co\nC,Grace'));
    expect([emails.columns.submitter_email, names.columns.submitter_email]).toEqual([1, null]);
  });

  it('keeps invalid values for the service to report', async () => {
    const [row] = await rowsOf('title,email,created_at\nA, invalid ,soon\n');
    expect(row).toMatchObject({ submitter_email: 'invalid', created_at: 'soon' });
  });
});

describe('importRows: title', () => {
  it('converts it to one line', async () => {
    expect((await rowsOf('title\n" Dark\r\n\tmode\u2028"'))[0]!.title).toBe('Dark mode');
  });

  it('uses the first line of the description if it is missing', async () => {
    const [row] = await rowsOf('title,description\n ,"\n\n Dark mode \nplease"');
    expect(row).toMatchObject({ title: 'Dark mode', description: '\n\n Dark mode \nplease' });
  });

  it('stays empty if filling is turned off', async () => {
    const text = 'title,description\n ,Dark mode\nA,\n,\u00a0\n';
    const table = await tableOf(text);
    const mapping = guessMapping(table);
    expect(table.rows.map((cells) => hasNoTitle(cells, mapping))).toEqual([true, false, false]);
    const [row] = await rowsOf(text, { fillTitles: false });
    expect(row).toMatchObject({ title: '', description: 'Dark mode' });
    const [only] = await rowsOf('description\nDark mode', { fillTitles: false });
    expect(only!.title).toBe('Dark mode');
  });

  it('truncates a long title and keeps it in the description', async () => {
    const long = '😀'.repeat(TITLE_MAX + 1);
    const [row] = await rowsOf(`title,description\n${long},Why`);
    expect(row!.title).toBe(`${'😀'.repeat(TITLE_MAX - 1)}…`);
    expect(row!.description).toBe(`${long}\n\nWhy`);
    const [untruncated] = await rowsOf(`title,description\n${long},Why`, { cutTitles: false });
    expect(untruncated).toMatchObject({ title: long, description: 'Why' });
  });

  it('never exceeds the maximum and loses no text', async () => {
    const titles = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    const table = await tableOf('title\nx');
    fc.assert(
      fc.property(titles, (input) => {
        const [row] = importRows({ ...table, rows: [[input]] }, guessMapping(table));
        expect(codePoints(row!.title)).toBeLessThanOrEqual(TITLE_MAX);
        if (row!.title.endsWith('…')) expect(row!.description ?? input).toContain(input.trim());
      }),
    );
  });
});

describe('importRows: external ID', () => {
  it('is a hash if the file has no ID, and unique for identical rows', async () => {
    const rows = await rowsOf('title,body\nA,1\nA,1\nA,2\nA,1\n');
    const ids = rows.map((row) => row.external_id!);
    expect(new Set(ids).size).toBe(4);
    expect([ids[1], ids[3]]).toEqual([`${ids[0]}-2`, `${ids[0]}-3`]);
  });

  it('stays the same if the file is imported again, extended, or mapped differently', async () => {
    const ids = async (text: string, change?: Partial<Mapping>) =>
      (await rowsOf(text, change)).map((row) => row.external_id);
    const before = await ids('title,body\nA,1\nB,2\n');
    expect(await ids('title,body\nA,1\nB,2\n', { cutTitles: false, extraColumns: [1] })).toEqual(before);
    expect((await ids('title,body\nC,3\nA,1\nB,2\n')).slice(1)).toEqual(before);
  });

  it('changes with the content of a row without an ID', async () => {
    const ids = async (text: string) => (await rowsOf(text)).map((row) => row.external_id);
    const [nameless, named] = await ids('id,title\n,A\n7,B\n');
    const [changed, kept] = await ids('id,title\n,A!\n7,B!\n');
    expect([changed === nameless, kept === named]).toEqual([false, true]);
    expect(await ids('id,title,votes\n,A,\n')).not.toContain(nameless);
  });

  it('is a hash of the row if the cell is empty, and a hash of an invalid ID', async () => {
    const rows = await rowsOf(`id,title\n,A\n${'x'.repeat(300)},B\n"a\nb",C\n`);
    expect(rows.map((row) => row.external_id)).toEqual([
      expect.stringMatching(/^file:[0-9a-f]{32}$/),
      expect.stringMatching(/^file:[0-9a-f]{32}$/),
      expect.stringMatching(/^file:[0-9a-f]{32}$/),
    ]);
  });

  it('has the chosen prefix', async () => {
    const [row] = await rowsOf('id,title\n7,A', { prefix: 'helpdesk' });
    expect(row!.external_id).toBe('helpdesk:7');
  });
});

describe('mapping', () => {
  it('detects statuses and day order again for another column', async () => {
    const table = await tableOf('title,status,phase,created_at,seen\nA,Open,Done,2024-01-01,01/02/2024');
    let mapping = guessMapping(table);
    expect([...mapping.statuses]).toEqual([['open', 'new']]);
    mapping = withColumn(mapping, table, 'status', 2);
    mapping = withColumn(mapping, table, 'created_at', 4);
    expect([...mapping.statuses]).toEqual([['done', 'shipped']]);
    expect(mapping.dayOrder).toBe('unknown');
    expect(unmappedColumns(mapping, table)).toEqual([1, 3]);
  });

  it('decides the day order by all date columns together', async () => {
    const file = 'title,created,updated\nA,03/03/24,14/04/24 9:30\n';
    expect(guessMapping(await tableOf(file)).dayOrder).toBe('dmy');
    expect(await rowsOf(file)).toMatchObject([
      { created_at: '2024-03-03T00:00:00.000Z', updated_at: '2024-04-14T09:30:00.000Z' },
    ]);
    const hyphens = 'title,created\nA,14-03-24\n';
    expect(guessMapping(await tableOf(hyphens)).dayOrder).toBe('unknown');
    expect(await rowsOf(hyphens, { dayOrder: 'ymd' })).toMatchObject([
      { created_at: '2014-03-24T00:00:00.000Z' },
    ]);
  });

  it('lists unknown status values, which become new until they are mapped', async () => {
    const table = await tableOf('title,status\nA,Geplant\nB,done\nC,geplant\nD,open\n');
    const mapping = guessMapping(table);
    expect(unknownStatuses(table, mapping)).toEqual([{ normalized: 'geplant', text: 'Geplant', count: 2 }]);
    expect([...importRows(table, mapping)].map(({ status }) => status)).toEqual([
      'new',
      'shipped',
      'new',
      'new',
    ]);
    const statuses = new Map(mapping.statuses).set('geplant', 'planned');
    expect(unknownStatuses(table, { ...mapping, statuses })).toEqual([]);
  });

  it('removes a mapped column from the extra columns', async () => {
    const table = await tableOf(FIDER);
    const mapping = guessMapping(table);
    const response = table.columns.indexOf('response');
    expect(mapping.extraColumns).toContain(response);
    expect(withColumn(mapping, table, 'description', response).extraColumns).not.toContain(response);
  });
});

describe('importRows: HTML descriptions', () => {
  const FILE =
    'title,text,notes\n<b>A</b>,<p>one &amp; two</p>,<i>kept</i>\nB,<p>three</p>,\nC,plain,\nD,,\n';
  const toText = (html: string) => `text of ${html}`;
  const descriptions = async (file: string, change: Partial<Mapping> = {}) => {
    const table = await tableOf(file);
    const mapping = { ...guessMapping(table), ...change };
    return [...importRows(table, mapping, toText)].map(({ title, description }) => [title, description]);
  };

  it('converts descriptions, but no other columns, if most have tags', async () => {
    expect(await descriptions(FILE, { extraColumns: [2] })).toEqual([
      ['<b>A</b>', 'text of <p>one &amp; two</p>\n\nNotes: <i>kept</i>'],
      ['B', 'text of <p>three</p>'],
      ['C', 'text of plain'],
      ['D', null],
    ]);
  });

  it('keeps them if conversion is turned off or most are plain', async () => {
    const plain = 'title,text\nA,1 < 2 & 3 > 2 &amp; <none>\n';
    expect(await descriptions(FILE, { convertHtml: false })).toContainEqual([
      '<b>A</b>',
      '<p>one &amp; two</p>',
    ]);
    expect(await descriptions(plain)).toEqual([['A', '1 < 2 & 3 > 2 &amp; <none>']]);
    const markdown = '"- a\n- b <br> c"';
    const { convertHtml } = guessMapping(await tableOf(`title,text\nA,${markdown}\nB,b\nC,\n`));
    expect(convertHtml).toBe(false);
  });

  it('detects HTML in the chosen column', async () => {
    const table = await tableOf(FILE);
    const mapping = guessMapping(table);
    expect(mapping.convertHtml).toBe(true);
    expect(withColumn(mapping, table, 'description', null).convertHtml).toBe(false);
  });
});

describe('importRows: invalid email address', () => {
  const FILE = 'title,email\nA,invalid\nB,ada@example.com\nC,\n';

  it.each([
    [false, ['invalid', 'ada@example.com', undefined]],
    [true, [undefined, 'ada@example.com', undefined]],
  ])('is kept or dropped depending on dropInvalidEmails (%s)', async (dropInvalidEmails, emails) => {
    const rows = await rowsOf(FILE, { dropInvalidEmails });
    expect(rows.map((row) => row.submitter_email)).toEqual(emails);
  });

  it('hasInvalidEmail finds it without the service', async () => {
    const { rows } = await tableOf(FILE);
    const invalid = (columns: Parameters<typeof hasInvalidEmail>[1]) =>
      rows.map((cells) => hasInvalidEmail(cells, columns));
    expect(invalid({ submitter_email: 1, voters: null })).toEqual([true, false, false]);
    expect(invalid({ submitter_email: null, voters: 1 })).toEqual([true, false, false]);
    expect(invalid({ submitter_email: null, voters: null })).toEqual([false, false, false]);
  });
});

describe('importRows: missing creation date', () => {
  const FILE =
    'title,created,updated\nA,2024-01-01,2024-02-01\nB,,\nC,,2024-03-01\nD,,2025-03-01\nE,,someday\n';
  const created = async (file: string, fallbackDate: string | null) =>
    (await rowsOf(file, { fallbackDate })).map((row) => row.created_at?.slice(0, 10));

  it('uses the date of the last update, or of the import', async () => {
    expect(await created(FILE, null)).toEqual([
      '2024-01-01',
      undefined,
      '2024-03-01',
      '2025-03-01',
      undefined,
    ]);
  });

  it('uses the fallback date unless the last update is earlier', async () => {
    const chosen = ['2024-01-01', '2024-06-01', '2024-03-01', '2024-06-01', '2024-06-01'];
    expect(await created(FILE, '2024-06-01')).toEqual(chosen);
    expect(await created('title\nA\n', '2024-06-01')).toEqual(['2024-06-01']);
  });
});

describe('importRows from an export of this product', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', "'", '=', '-', '@', '"', ',', '\t', '\r', '\n', '＝', '😀', ' '),
    maxLength: 8,
  });
  const items = fc.array(
    fc.record({
      title: text,
      description: fc.option(text),
      submitter_email: fc.option(text),
      external_id: fc.option(text),
      tags: fc.option(fc.constantFrom('a', 'a,b', "'=a,b")),
      links: fc.option(fc.constantFrom('http://a', 'http://a https://b/;=1')),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const rest = {
    id: '0198c0de-7a1b-7c3d-8e9f-0a1b2c3d4e5f',
    status: 'planned',
    source: 'form',
    created_at: '2026-03-03T10:00:00.000Z',
    updated_at: '2026-03-03T10:00:00.000Z',
  };
  const references = { merged_into: null, assignee: null };
  /** Without what an import counts itself. */
  const NAMES = [...EXPORT_COLUMNS, 'external_id', 'tags', 'links'] as (
    | keyof typeof rest
    | 'external_id'
    | 'tags'
    | 'links'
  )[];
  const field = (value: string | null) => (value === null ? '' : `"${guarded(value).replaceAll('"', '""')}"`);

  it('reads back the same items from CSV and NDJSON', async () => {
    await fc.assert(
      fc.asyncProperty(items, async (input) => {
        const rows = input.map((item) => ({ ...rest, ...item }));
        const expected = rows.map((row) => ({ ...row, ...references }));
        const csv = [NAMES.join(','), ...rows.map((row) => NAMES.map((name) => field(row[name])).join(','))];
        expect(await rowsOf(csv.map((line) => `${line}\r\n`).join(''))).toEqual(expected);
        expect(await rowsOf(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))).toEqual(expected);
      }),
    );
  });

  /** import.md 13 */
  it('reads merges, and the names of assignees', async () => {
    const row = { ...rest, title: 'A', description: null, submitter_email: null, merged_into: rest.id };
    const names = [...Object.keys(row), 'assignee'].join(',');
    const csv = `${names}\r\n${Object.values(row).join(',')},'=Ada\r\n`;
    expect(await rowsOf(csv)).toMatchObject([{ merged_into: rest.id, assignee: '=Ada' }]);
    const line = JSON.stringify({ ...row, assignee: { id: rest.id, name: 'Ada' } });
    expect(await rowsOf(`${line}\n`)).toMatchObject([{ merged_into: rest.id, assignee: 'Ada' }]);
  });

  it('keeps the kinds and titles of links from NDJSON', async () => {
    const links = [
      { url: 'http://a', kind: 'call', title: null },
      { url: 'http://b', kind: 'other', title: 'B' },
    ];
    const line = (item: object) => `${JSON.stringify({ ...rest, title: 'T', ...item })}\n`;
    expect(
      await rowsOf(line({ description: null, submitter_email: null, links }) + line({ links: [] })),
    ).toMatchObject([{ links }, { links: null }]);
  });

  it('recognizes an export of a release without external IDs', async () => {
    const columns = EXPORT_COLUMNS.join(',');
    const file = `${columns}\r\n${rest.id},"'=1",,,planned,form,${rest.created_at},${rest.updated_at}\r\n`;
    const table = await tableOf(file);
    expect(guessMapping(table).source).toBe('own');
    expect(await rowsOf(file)).toEqual([
      {
        ...rest,
        ...references,
        title: '=1',
        description: null,
        submitter_email: null,
        external_id: null,
        tags: null,
        links: null,
      },
    ]);
  });
});
