import { identityInvalid, PROBLEMS } from '@libs/accounts';
import {
  cardEnded,
  cardNotFound,
  storageLimitReached,
  votesDisabled,
  votesNeedMail,
  votingClosed,
} from '@libs/feedback';
import {
  failure,
  FORBIDDEN_TO_SUBMIT,
  MALFORMED_REQUEST,
  MALFORMED_URL,
  NO_QUERY,
  refsTo,
} from '../openapi/error-responses';
import { darkMode } from '../openapi/examples';
import { bodyErrors, NO_BODIES, type Bodies } from '../openapi/invalid-requests';
import type { Resource } from '../openapi/openapi.types';
import { jsonResponse, operation } from '../openapi/operation';
import { example, open, withDescriptions } from '../openapi/schemas';
import { ApiVotesController } from './api-votes.controller';
import { voteJson, voteRule, waitingVoteJson } from './vote-body';

export const INVALID_VOTES: Bodies = {
  unknown_field: { network: 'home' },
  invalid_type: { email: 1 },
  null_not_allowed: { name: null },
  // Only an invisible character. A name of spaces counts as absent.
  empty_value: { name: '\u200b' },
  too_long: { name: 'A'.repeat(101) },
  invalid_format: { email: 'ada' },
  invalid_characters: { name: 'Ada\nLovelace' },
  ...NO_BODIES,
};

const own = {
  InvalidVote: failure({
    description: 'The URL or the body is invalid.',
    errors: {
      ...bodyErrors(voteRule, INVALID_VOTES),
      identity_invalid: identityInvalid(PROBLEMS.malformed),
      ...NO_QUERY,
      ...MALFORMED_URL,
      ...MALFORMED_REQUEST,
    },
  }),
  VotingForbidden: failure({
    description:
      'The account does not accept votes, or is suspended. Or the vote has an email address, and the service sends no mail. ' +
      'Or the API key does not have permission to vote, is not allowed from this origin, or was sent over plain HTTP.',
    errors: { votes_disabled: votesDisabled(), mail_not_configured: votesNeedMail(), ...FORBIDDEN_TO_SUBMIT },
  }),
  CardNotFound: failure({
    description: 'The account has no public card with this ID.',
    errors: { card_not_found: cardNotFound() },
  }),
  CardEnded: failure({ description: 'The card is no longer public.', errors: { card_ended: cardEnded() } }),
  VotingClosed: failure({
    description: 'The card has a status without votes, or the account has reached its storage limit.',
    errors: { voting_closed: votingClosed(), storage_limit_reached: storageLimitReached() },
  }),
};

/** `/feedback/{id}/votes`: votes.md 6. */
export const votes: Resource = {
  tag: { name: 'Votes', description: 'Let visitors of your own pages vote for public cards.' },
  schemas: {
    Vote: withDescriptions(voteRule.schema, {
      email: {
        description:
          'The address of the voter, who gets a link to confirm the vote. It is a request then, and no vote of a network. ' +
          'Empty is the same as absent.',
      },
      name: {
        description: 'The name of the voter, which only counts with `email`. Empty is the same as absent.',
      },
      proof: { description: 'The solution of a challenge, which suspicious IP addresses need.' },
      token: {
        description:
          'An identity token with `email`: a JWT that your server signs. Its person asks for the item at once, and confirms nothing.',
      },
    }),
    VoteResponse: open({
      data: open({
        id: { type: 'string', format: 'uuid', description: 'ID of the card that the vote counts for.' },
        voted: { type: 'boolean' },
      }),
    }),
    WaitingVoteResponse: open({
      data: open({
        id: { type: 'string', format: 'uuid', description: 'ID of the card that the vote counts for.' },
        voted: { type: 'boolean' },
        confirm: { type: 'boolean', description: 'The voter must confirm the vote.' },
      }),
    }),
  },
  parameters: {},
  failures: own,
  operations: [
    operation(ApiVotesController, 'vote', {
      operationId: 'voteForFeedback',
      summary: 'Vote for a public card',
      description:
        'Adds a vote of the network that sends the request, so send it from the browser of the visitor. A network has one ' +
        'vote per card within 30 days; another one changes nothing. With an email address, the vote counts once its person ' +
        'confirms it, as a request of the item. The response is the same for every address.',
      parameters: ['FeedbackId'],
      body: {
        schema: 'Vote',
        examples: {
          vote: example('A vote', {}),
          address: example('With an address', { email: 'ada@example.com', name: 'Ada Lovelace' }),
        },
      },
      success: jsonResponse('The vote.', 'VoteResponse', {
        vote: example('A vote', voteJson(darkMode, true)),
      }),
      otherResponses: {
        202: jsonResponse('The vote, which waits for its confirmation.', 'WaitingVoteResponse', {
          vote: example('A vote with an address', waitingVoteJson(darkMode)),
        }),
        ...refsTo(own, 'InvalidVote', 'VotingForbidden', 'CardNotFound', 'CardEnded', 'VotingClosed'),
      },
    }),
  ],
};
