import { foldedTextContract } from '../../../testing';

foldedTextContract(1);
