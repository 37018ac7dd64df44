export const home = {
  title: 'Get started',
  lead: (name: string) => `Three steps to start collecting feedback for ${name}.`,
  leadDone: (name: string) => `${name} is collecting feedback.`,
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'Not done',
  share: {
    title: 'Share your form',
    body: 'Anyone with this link can send you feedback. Try it yourself.',
    doneBody: 'You’ve received feedback through your form.',
    waiting: (count: number) =>
      count === 1
        ? '1 submission is in quarantine because it looked like spam.'
        : `${count.toLocaleString('en')} submissions are in quarantine because they looked like spam.`,
    look: (count: number) => (count === 1 ? 'Review submission' : 'Review submissions'),
    copy: 'Copy form link',
    visit: 'Open form',
    customize: 'Customize form',
  },
  key: {
    title: 'Create an API key',
    body: 'Use it to send and read feedback from your own code. You’ll see it only once.',
    doneBody: 'You’ve created an API key.',
    create: 'Create key',
    name: 'First key',
    shownOnce:
      'Save this key. You won’t be able to see it again. The command under “Call the API” already contains it.',
    copy: 'Copy key',
    stored: 'I’ve saved this key',
    manage: 'Manage keys',
  },
  call: {
    title: 'Call the API',
    body: 'Run this command in a terminal. It creates one feedback item.',
    beforeKey: 'Create a key first. This command will then contain it.',
    withOwnKey: 'First, set your key in the terminal. Paste it when prompted; it won’t be shown:',
    setKey: 'Set your API key',
    copySetKey: 'Copy setup command',
    keyLost: 'If you’ve lost the key, create another one under “API & Developer” and revoke the first one.',
    then: 'Then run this command in the same terminal. It creates one feedback item.',
    doneBody: 'You’ve made your first API call.',
    copy: 'Copy command',
    more: 'JavaScript, Python, and more',
  },
  finished: {
    title: 'You’re all set',
    body: 'New feedback appears in your inbox.',
    inbox: 'Open inbox',
  },
};
