import { createElement, useState } from 'react-18';
import { hydrateRoot } from 'react-dom-18/client';
import { hydrateDocument } from './react';

void hydrateDocument({ createElement, useState, hydrateRoot });
