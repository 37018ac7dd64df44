export const home = {
  title: 'First steps',
  lead: (name: string) => `Three steps, and ${name} collects feedback.`,
  leadDone: (name: string) => `${name} collects feedback.`,
  progress: (done: number, all: number) => `${done} of ${all} done`,
  done: 'Done',
  open: 'Not done yet',
  share: {
    title: 'Share your form',
    body: 'Anybody with this address can send you feedback. Send the first one yourself.',
    doneBody: 'Somebody has sent feedback through your form.',
    waiting: (count: number) =>
      count === 1
        ? 'One submission is waiting in quarantine, because it looked automatic.'
        : `${count.toLocaleString('en')} submissions are waiting in quarantine, because they looked automatic.`,
    look: (count: number) => (count === 1 ? 'Look at it' : 'Look at them'),
    copy: 'Copy the form’s address',
    visit: 'Open the form',
    customise: 'Change its words and colour',
  },
  key: {
    title: 'Create an API key',
    body: 'Your own programs send and read feedback with it. It is shown once: keep it somewhere safe.',
    doneBody: 'You have an API key.',
    create: 'Create a key',
    name: 'First key',
    shownOnce: 'This is the only time this key is shown. The call below has it filled in.',
    copy: 'Copy the key',
    stored: 'I have stored it',
    manage: 'Manage keys',
  },
  call: {
    title: 'Call the API',
    body: 'Run this in a terminal. It sends one piece of feedback.',
    beforeKey: 'Create the key first: then this call is ready to run.',
    withOwnKey:
      'First hand your key to the terminal. This line waits for you to paste it, and does not show it:',
    setKey: 'Hand over the key',
    copySetKey: 'Copy the line that hands over the key',
    keyLost: 'If you no longer have it, create another one under “API & Developer” and revoke the first.',
    then: 'Then run this in the same terminal. It sends one piece of feedback.',
    doneBody: 'A key has called the API.',
    copy: 'Copy the call',
    more: 'JavaScript, Python and more',
  },
  finished: {
    title: 'That is all it takes',
    body: 'New feedback arrives in your inbox.',
    inbox: 'Open the inbox',
  },
};
