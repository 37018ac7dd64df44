import { olderReleases } from '../../testing';

olderReleases([2, 5, 7, 11, 13]);
