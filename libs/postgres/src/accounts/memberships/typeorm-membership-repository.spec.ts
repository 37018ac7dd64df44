import {
  invitationRepositoryContract,
  membershipRepositoryContract,
  personRepositoryContract,
} from '@libs/accounts/testing';
import { accountRepositories } from '../../../testing';

personRepositoryContract('PostgreSQL', accountRepositories);
membershipRepositoryContract('PostgreSQL', accountRepositories);
invitationRepositoryContract('PostgreSQL', accountRepositories);
