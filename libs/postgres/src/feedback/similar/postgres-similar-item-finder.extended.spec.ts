import { describeSimilarItemFinder, SIMILAR_PAIRS } from '@libs/feedback/testing';
import { similarItemsInPostgres } from '../../../testing';

describeSimilarItemFinder('PostgresSimilarItemFinder', similarItemsInPostgres, SIMILAR_PAIRS);
