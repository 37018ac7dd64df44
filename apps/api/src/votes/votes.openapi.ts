import { cardEnded, cardNotFound, storageLimitReached, votesDisabled, votingClosed } from '@libs/feedback';
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
import { voteJson, voteRule } from './vote-body';

export const INVALID_VOTES: Bodies = { unknown_field: { email: 'ada@example.com' }, ...NO_BODIES };

const own = {
  InvalidVote: failure({
    description: 'The URL or the body is invalid.',
    errors: { ...bodyErrors(voteRule, INVALID_VOTES), ...NO_QUERY, ...MALFORMED_URL, ...MALFORMED_REQUEST },
  }),
  VotingForbidden: failure({
    description:
      'The account does not accept votes, or is suspended. Or the API key does not have permission to vote, is not allowed ' +
      'from this origin, or was sent over plain HTTP.',
    errors: { votes_disabled: votesDisabled(), ...FORBIDDEN_TO_SUBMIT },
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
      proof: { description: 'The solution of a challenge, which suspicious IP addresses need.' },
    }),
    VoteResponse: open({
      data: open({
        id: { type: 'string', format: 'uuid', description: 'ID of the card that the vote counts for.' },
        voted: { type: 'boolean' },
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
        'vote per card within 30 days; another one changes nothing.',
      parameters: ['FeedbackId'],
      body: { schema: 'Vote', examples: { vote: example('A vote', {}) } },
      success: jsonResponse('The vote.', 'VoteResponse', {
        vote: example('A vote', voteJson(darkMode, true)),
      }),
      otherResponses: refsTo(
        own,
        'InvalidVote',
        'VotingForbidden',
        'CardNotFound',
        'CardEnded',
        'VotingClosed',
      ),
    }),
  ],
};
