import { createElement, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { hydrateDocument } from './react';

void hydrateDocument({ createElement, useState, hydrateRoot });
