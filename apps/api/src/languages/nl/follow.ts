import type { FollowTexts } from '../follow-texts';

export const follow: FollowTexts = {
  heading: 'Je feedback',
  ask: [
    'Wil je weten wat ermee gebeurt?',
    'Als je bevestigt, krijg je een bericht wanneer er iets verandert. Je kunt dat altijd stoppen.',
  ],
  confirm: 'Ja, stuur mij berichten',
  on: 'Je krijgt berichten over je feedback.',
  off: 'Je krijgt geen berichten.',
  votes: [
    'Bevestig je stemmen',
    'Ze tellen mee zodra je ze bevestigt. Verwijder stemmen die niet van jou zijn.',
  ],
  confirmVotes: 'Stemmen bevestigen',
  discard: 'Verwijderen',
  since: (date) => `Sinds ${date}`,
  unnamed: 'Feedback die voor je is genoteerd',
  stop: 'Geen berichten meer hierover',
  follow: 'Stuur mij hier berichten over',
  subscription: [
    'Op de wijzigingen abonneren?',
    'Als je bevestigt, krijg je een e-mail bij elke wijziging. Je kunt dat altijd stoppen.',
  ],
  subscribed: 'Je krijgt een e-mail bij elke wijziging.',
  unsubscribe: 'Abonnement beëindigen',
  stopAll: 'Alle berichten stoppen',
  startAll: 'Berichten weer aanzetten',
  empty: 'Hier is niets.',
  data: 'Je gegevens',
  download: 'Mijn gegevens downloaden',
  erase: 'Mijn gegevens wissen',
  eraseHeading: 'Je gegevens wissen?',
  eraseText: (account) =>
    `Je e-mailadres wordt verwijderd uit alle feedback voor ${account}. Wat je hebt geschreven blijft, zonder je adres. Je krijgt geen berichten meer en deze pagina werkt niet meer. Dit kan niet ongedaan worden gemaakt.`,
  back: 'Terug',
  erasedHeading: 'Je gegevens zijn gewist',
  erasedText: (account) => `Je e-mailadres is bij geen enkele feedback voor ${account} meer opgeslagen.`,
  linkHeading: 'Je link opvragen',
  linkText:
    'Vul het e-mailadres in dat je bij je feedback hebt opgegeven. Als het hier bekend is, krijg je een bericht met een link naar je pagina.',
  sendLink: 'Link versturen',
  linkSent: [
    'Kijk in je mailbox',
    'Als je e-mailadres hier bekend is, is er een bericht met een link onderweg.',
  ],
  noMail: 'Deze dienst verstuurt geen berichten.',
  bookmark: 'Bewaar deze link als bladwijzer om te zien wat er met je feedback gebeurt:',
};
