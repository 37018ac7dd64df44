import { olderReleases } from '../../testing';

olderReleases([5, 7, 11, 13]);
