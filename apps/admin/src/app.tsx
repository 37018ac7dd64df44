import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, RouterProvider } from 'react-router';

const queries = new QueryClient();
const router = createBrowserRouter([{ path: '/', element: <p>…</p> }], { basename: '/app' });
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content;

export function App() {
  return (
    <MantineProvider defaultColorScheme="auto" getStyleNonce={() => nonce ?? ''}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
