import { LANGUAGES } from '@libs/accounts';
import { testInMailClients } from './support/mail-clients-suite';

testInMailClients(LANGUAGES);
