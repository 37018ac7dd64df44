import { SLUG_MAX, SLUG_MIN } from '@libs/contract';

export const form = {
  title: 'Form',
  lead: 'The public page where people send you feedback.',
  loading: 'Loading the form',
  state: {
    legend: 'Accept feedback',
    open: 'Anyone with the link can send feedback.',
    closed: 'Visitors see that the form is closed.',
  },
  share: {
    title: 'Share',
    copy: 'Copy link',
    open: 'Open form',
    qrHint: 'Use the QR code in print or on a slide.',
    qrLabel: (url: string) => `QR code for ${url}`,
    download: 'Download QR code',
  },
  address: {
    title: 'Availability and URL',
    label: 'Slug',
    hint: `${SLUG_MIN}–${SLUG_MAX} lowercase letters and numbers, with single hyphens between them.`,
    kept: (from: string) =>
      `Your old link keeps working: ${from} redirects to the new one, and widgets with the old slug still work.`,
    aliases: (slugs: string) => `Earlier slugs that still work: ${slugs}`,
  },
  words: {
    title: 'Text',
    heading: 'Heading',
    introduction: 'Introduction',
    thanks: 'Thank-you message',
    thanksHint: 'Shown after someone submits feedback, even if it’s quarantined.',
    own: 'Leave a field blank to use the default text.',
    left: (used: number, max: number) => `${used.toLocaleString('en')} of ${max.toLocaleString('en')}`,
    over: (count: number) =>
      count === 1 ? '1 character too many' : `${count.toLocaleString('en')} characters too many`,
  },
  look: {
    title: 'Appearance and fields',
    accent: 'Accent color',
    hint: 'Color of the button and links. Leave blank for the default.',
    picker: 'Choose a color',
    swatches: 'Suggested colors',
    swatch: (color: string) => `Use ${color}`,
    standard: 'Use default color',
    contrast: (text: string, ratio: string) =>
      `The button text is ${text}, with a contrast ratio of ${ratio}:1.`,
    adjustedLight: 'Links are slightly darker in the light theme to stay readable.',
    adjustedDark: 'Links are slightly lighter in the dark theme to stay readable.',
    white: 'white',
    black: 'black',
  },
  email: {
    label: 'Email field',
    options: {
      hidden: { label: 'Hidden', hint: 'The field isn’t shown.' },
      optional: { label: 'Optional', hint: 'Visitors can leave it blank.' },
      required: { label: 'Required', hint: 'Visitors must enter an email address.' },
    },
  },
  receipts: {
    label: 'Send receipts',
    hint: 'People who enter their email address get a message with a link to a page with their feedback.',
    unconfirmed:
      'People get no receipts until an owner of the account confirms their email address. The link is in your mail.',
    noMail:
      'This service sends no mail, so people get no receipts. The page after sending has a link to bookmark.',
  },
  identity: {
    label: 'Only from your application',
    hint: 'Submissions need an identity token of your application. The page of the form says that it can be used only from there.',
    noKeys: 'Add a key under API & Developer, Identity first. Without one, no one could send feedback.',
  },
  statusMessages: {
    label: 'Messages about status',
    hint: 'When the status of an item changes, people who follow it can get a message.',
    noMail: 'This service sends no mail, so no one gets a message about a new status.',
    options: {
      ask: { label: 'Ask', hint: 'After each change, you can tell the people who follow the item.' },
      always: {
        label: 'Always',
        hint: 'Each change tells them after two minutes, unless you undo or cancel.',
      },
      never: { label: 'Never', hint: 'The dashboard offers no messages.' },
    },
  },
  language: {
    label: 'Language',
    visitor: 'The visitor’s language',
    hint: 'Your own texts stay as you wrote them.',
  },
  save: {
    submit: 'Save changes',
    saved: 'Saved',
    discard: 'Discard',
    unsaved: 'Unsaved changes',
    wrong: 'Fix the highlighted fields to save.',
    failed: 'Couldn’t save. Your changes are still here.',
    retry: 'Try again',
  },
  leave: {
    title: 'Discard changes?',
    body: 'Your unsaved changes will be lost.',
    stay: 'Keep editing',
    leave: 'Discard changes',
  },
  preview: {
    title: 'Preview',
    scheme: 'Preview theme',
    light: 'Light',
    dark: 'Dark',
    page: 'Preview page',
    form: 'Form',
    thanks: 'Thank you',
    closed: {
      heading: 'This form is closed',
      text: (account: string) => `${account} isn’t accepting feedback right now.`,
    },
    thanksHeading: 'Thanks for your feedback',
    fields: {
      title: 'Title',
      description: 'Details',
      email: 'Email',
      emailHint: 'We’ll only use it to follow up with you.',
      optional: '(optional)',
      submit: 'Send feedback',
    },
    label: (page: string) => `Form preview: ${page}`,
    privacy: 'No cookies, no tracking.',
    more: 'Send more feedback',
    /** The form’s default text. */
    own: {
      heading: (account: string) => `Feedback for ${account}`,
      introduction: 'Tell us what’s missing, what isn’t working, or what you like.',
      thanks: (account: string) => `We at ${account} have received your feedback.`,
    },
  },
  widget: {
    title: 'Widget',
    lead: 'Add your form to your website, with a button that opens it in place. One script under 2\u00a0KB, without cookies or tracking.',
    closed: 'Your form is closed. The widget shows this and doesn’t accept feedback until you open the form.',
    label: 'Button label',
    position: 'Position',
    positions: {
      'bottom-right': 'Bottom right',
      'bottom-left': 'Bottom left',
      'top-right': 'Top right',
      'top-left': 'Top left',
      none: 'No button',
    },
    color: 'Color',
    picker: 'Choose the widget color',
    snippet: 'Paste this code into your site',
    snippetHint:
      'Paste it anywhere in the HTML. The options are stored only in the snippet, so paste it again after a change.',
    settingsHint:
      'The widget shows your thank-you message, but not your heading or introduction. Your form’s open or closed state, email field setting, and spam filter also apply. If you leave the color blank, the widget uses your form’s color after someone opens it.',
    plainHttp:
      'HTTPS pages can’t load the widget because this service’s URL (PUBLIC_URL) uses HTTP. Ask your administrator to set up HTTPS.',
    code: 'Widget snippet',
    copy: 'Copy snippet',
    own: 'Open it from your own button',
    ownCode: 'Code that opens the widget',
    ownCopy: 'Copy code that opens the widget',
    email:
      'To fill in the email address of a signed-in visitor, use data-email="…" on the script or open({ email: "…" }) in your code.',
    policy: 'If your site has a Content Security Policy',
    policyCode: 'Content Security Policy directives',
    policyCopy: 'Copy directives',
    policyHint: 'Add this origin to both directives. The widget doesn’t need inline styles or frames.',
    preview: 'Try it',
    previewTitle: 'Widget preview',
    previewHint: 'This is your live widget. Anything you send here is delivered.',
  },
  errors: {
    slugTaken: 'Another account has this slug. Choose a different one.',
    slugReserved: 'This slug is reserved. Choose a different one.',
    slugRule: `Use ${SLUG_MIN}–${SLUG_MAX} lowercase letters and numbers, with single hyphens between them.`,
    tooLong: (max: number) => `Use ${max.toLocaleString('en')} characters or fewer.`,
    characters: 'Some of these characters aren’t supported. Remove them.',
    accent: 'Enter a color as # and six hexadecimal digits, such as #3454d1.',
  },
};
