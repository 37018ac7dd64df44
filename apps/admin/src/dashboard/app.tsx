import '../styles';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { newQueryClient } from './api/query-client';
import { nonce } from '../nonce';
import { newRouter } from './routes';
import { theme, variables } from '../theme';

const queries = newQueryClient();
const router = newRouter();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Notifications position="bottom-right" limit={4} autoClose={6000} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
