import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Din feedback',
  ask: [
    'Vill du veta vad som händer med den?',
    'Om du bekräftar får du ett meddelande när något ändras. Du kan avsluta det när som helst.',
  ],
  confirm: 'Ja, skicka meddelanden till mig',
  on: 'Du får meddelanden om din feedback.',
  off: 'Du får inga meddelanden.',
  votes: ['Bekräfta dina röster', 'De räknas när du har bekräftat dem. Ta bort dem som inte är dina.'],
  confirmVotes: 'Bekräfta röster',
  discard: 'Ta bort',
  since: (date) => `Sedan ${date}`,
  unnamed: 'Feedback som noterats åt dig',
  stop: 'Inga fler meddelanden om detta',
  follow: 'Skicka meddelanden om detta',
  subscription: [
    'Prenumerera på ändringsloggen?',
    'Om du bekräftar får du ett e-postmeddelande om varje ändring. Du kan avsluta det när som helst.',
  ],
  subscribed: 'Du får ett e-postmeddelande om varje ändring.',
  unsubscribe: 'Avsluta prenumerationen',
  stopAll: 'Stoppa alla meddelanden',
  startAll: 'Slå på meddelanden igen',
  empty: 'Här finns inget.',
  data: 'Dina uppgifter',
  download: 'Ladda ned mina uppgifter',
  erase: 'Radera mina uppgifter',
  eraseHeading: 'Radera dina uppgifter?',
  eraseText: (account) =>
    `Din e-postadress tas bort från all feedback till ${account}. Det du har skrivit finns kvar, utan din adress. Du får inga fler meddelanden och den här sidan slutar fungera. Det går inte att ångra.`,
  back: 'Tillbaka',
  erasedHeading: 'Dina uppgifter är raderade',
  erasedText: (account) => `Din e-postadress är inte längre sparad med någon feedback till ${account}.`,
  linkHeading: 'Få din länk',
  linkText:
    'Ange e-postadressen som du lämnade med din feedback. Om den är känd här får du ett meddelande med en länk till din sida.',
  sendLink: 'Skicka länk',
  linkSent: ['Titta i din inkorg', 'Om din e-postadress är känd här är ett meddelande med en länk på väg.'],
  noMail: 'Den här tjänsten skickar inga meddelanden.',
  bookmark: 'Spara länken som ett bokmärke för att se vad som händer med din feedback:',
};
