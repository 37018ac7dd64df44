import '../styles';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './api/requests/query-client';
import { nonce } from '../nonce';
import { createRouter } from './routes';
import { theme, variables } from '../theme';

const queryClient = createQueryClient();
export const router = createRouter(queryClient);

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Rendered after the first frame, which it would delay: it renders again as soon as it is in the page. */
function Notices() {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return isReady && <Notifications position="bottom-right" limit={4} autoClose={6000} />;
}
