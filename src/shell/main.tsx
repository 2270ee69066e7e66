import './schemas-without-eval.ts'
import '../web/styles/main.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../web/api/query-client.ts'
import { restoreTheme } from '../web/browser/theme.ts'
import { router } from './router.tsx'

const Toaster = lazy(() => import('../web/ui/toaster.tsx'))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

restoreTheme()
createRoot(root).render(
  <StrictMode>
    {/* The content security policy forbids inline styles; base.css contains the rules instead. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
