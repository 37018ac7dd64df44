/** Requests of one language, each a title with details that fit it. `…` is replaced by a topic. */
export interface Language {
  readonly requests: readonly {
    readonly title: string;
    readonly details: readonly string[];
  }[];
  readonly topics: readonly string[];
}

export const ENGLISH: Language = {
  requests: [
    {
      title: 'Search in …',
      details: [
        'We have about two years of data in … and scroll until we find the right entry.',
        'A search by title would be enough for a start.',
        'It would be great if it also found words in the notes.',
      ],
    },
    {
      title: 'Export … as CSV',
      details: [
        'Our finance team works in a spreadsheet and copies … by hand every month.',
        'Date, owner, and status are the columns we need.',
        'A scheduled export to our storage would be even better.',
      ],
    },
    {
      title: 'Keyboard shortcuts for …',
      details: [
        'I spend most of the day in … and rarely touch the mouse.',
        'J and K to move and E to edit, like in my mail client, would feel natural.',
        'Please show the shortcuts when I press the question mark.',
      ],
    },
    {
      title: 'Speed up … with many entries',
      details: [
        'With 4,000 entries it takes about 12 seconds until I can scroll.',
        'It was fine until the update in spring.',
        'Chrome 140 on Windows, and the same in Firefox.',
      ],
    },
    {
      title: 'Share … with people outside the team',
      details: [
        'Our customers ask for … every week, and I send them screenshots.',
        'A read-only link that expires would be perfect.',
        'Guests must not see internal comments.',
      ],
    },
    {
      title: 'Undo changes in …',
      details: [
        'I deleted the wrong entry yesterday and had to enter everything again.',
        'An undo for 10 seconds would have saved me an hour.',
      ],
    },
    {
      title: 'Show … in the mobile app',
      details: [
        'I am on the road three days a week and only have my phone with me.',
        'Reading … is enough. I can edit later at my desk.',
        'On my phone, the right column is cut off. 📱',
      ],
    },
    {
      title: 'Filter … by person',
      details: [
        'Before our Monday meeting I need to see what each person is working on.',
        'Several people at once, please, and remember my last choice.',
      ],
    },
    {
      title: 'Dark mode for …',
      details: ['Everything else is dark now, but … is still bright white.', 'My eyes thank you in advance!'],
    },
    {
      title: 'Remember my column order in …',
      details: [
        'Steps: move a column, reload the page. The order is back to the default.',
        'It worked last month. Other settings are saved.',
      ],
    },
    {
      title: 'Permissions for …',
      details: [
        'New colleagues should be able to read … but not change it.',
        'Right now I have to choose between no access and full access.',
        'A role per project would solve this for us.',
      ],
    },
    {
      title: 'Notify me about changes in …',
      details: [
        'I find out about changes by chance, often days later.',
        'A daily summary by email is enough. One message per change would be too much.',
      ],
    },
  ],
  topics: [
    'the calendar',
    'the weekly report',
    'comments',
    'the task list',
    'invoices',
    'the activity log',
    'project templates',
    'attachments',
    'time tracking',
    'the team overview',
    'recurring tasks',
    'custom fields',
    'the customer list',
    'saved views',
    'the roadmap',
    'meeting notes',
    'the budget page',
    'checklists',
    'the project archive',
    'shared documents',
  ],
};

export const OTHER_LANGUAGES: readonly Language[] = [
  {
    requests: [
      {
        title: 'Bitte … ergänzen',
        details: [
          'Wir arbeiten täglich mit der Anwendung, und das fehlt uns am meisten.',
          'Eine einfache Fassung würde uns schon genügen.',
        ],
      },
      {
        title: '… funktioniert auf dem Handy nicht',
        details: [
          'Nach dem Öffnen bleibt die Seite leer (iPhone 15, Safari).',
          'Am Rechner ist alles in Ordnung.',
        ],
      },
    ],
    topics: ['Tastenkürzel', 'Kalenderansicht', 'Größenänderung', 'Suche', 'Monatsübersicht'],
  },
  {
    requests: [
      {
        title: 'Ajouter : …',
        details: [
          'Toute l’équipe le demande depuis la dernière réunion.',
          'Une version simple nous suffirait déjà.',
        ],
      },
      {
        title: 'Problème sur téléphone : …',
        details: [
          'Avec une connexion lente, il faut plus de dix secondes.',
          'Merci pour la dernière mise à jour !',
        ],
      },
    ],
    topics: ['mode sombre', 'vue calendrier', 'double authentification', 'accès hors ligne'],
  },
  {
    requests: [
      {
        title: '¿Sería posible añadir …?',
        details: [
          'Lo usamos todos los días y nos ahorraría media hora.',
          'Una versión sencilla ya nos bastaría.',
        ],
      },
      { title: 'Va muy lento: …', details: ['Tarda más de diez segundos con una conexión normal.'] },
    ],
    topics: ['atajos de teclado', 'informe semanal', 'búsqueda', 'avisos por correo'],
  },
  {
    requests: [
      {
        title: '…を追加してください',
        details: ['毎日使っていて、とても助かっています。', '一人あたり一日三十分ほど節約できます。'],
      },
      { title: 'スマートフォンで…が使えません', details: ['回線が遅いと十秒以上かかります。'] },
    ],
    topics: ['ダークモード', '検索機能', 'カレンダー表示', '週次レポート'],
  },
  {
    requests: [
      {
        title: 'Добавьте …',
        details: [
          'Мы пользуемся сервисом каждый день, и нам этого очень не хватает.',
          'Подойдёт и простой вариант.',
        ],
      },
    ],
    topics: ['тёмную тему', 'экспорт в Excel', 'горячие клавиши', 'офлайн-режим'],
  },
  {
    requests: [
      {
        title: 'نرجو إضافة …',
        details: ['نستخدم الخدمة كل يوم ونحتاج إلى هذه الميزة.', 'شكرًا على التحديث الأخير.'],
      },
    ],
    topics: ['الوضع الداكن', 'البحث', 'عرض التقويم'],
  },
];

export const FIRST_NAMES = [
  'ada',
  'grace',
  'alan',
  'emmy',
  'linus',
  'margaret',
  'kofi',
  'yuki',
  'sofia',
  'mateo',
  'lena',
  'omar',
  'ines',
  'piotr',
];
export const LAST_NAMES = [
  'lovelace',
  'hopper',
  'turing',
  'noether',
  'berg',
  'hamilton',
  'mensah',
  'tanaka',
  'rossi',
  'garcia',
  'schmidt',
  'haddad',
];
export const DOMAINS = ['example.com', 'example.org', 'example.net', 'mail.example.com', 'shop.example.org'];
