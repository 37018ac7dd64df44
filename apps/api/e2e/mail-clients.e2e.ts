import { testInMailClients } from './support/mail-clients-suite';

testInMailClients(['en', 'de', 'ar']);
