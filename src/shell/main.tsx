import './schemas-without-eval.ts'
import '../web/styles/main.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../web/api/query-client.ts'
import { restoreTheme } from '../web/browser/theme.ts'
import { toastWaits } from '../web/ui/toast.tsx'
import { router } from './router.tsx'

/** Time after which toasts are loaded though none was needed: without a connection they could not be, in milliseconds. */
const TOASTER_DELAY_MS = 10_000

/** A page without a network must not break; the toasts that wait are shown once it is back. */
const loadToaster = () =>
  import('../web/ui/toaster.tsx').catch(async () => {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    return import('../web/ui/toaster.tsx')
  })

// Not part of the first page: loaded for its first toast, or at the first key or press.
const Toaster = lazy(async () => {
  await new Promise<void>((resolve) => {
    toastWaits(resolve)
    for (const type of ['pointerdown', 'keydown'])
      addEventListener(type, () => resolve(), { once: true, capture: true })
    setTimeout(resolve, TOASTER_DELAY_MS)
  })
  return loadToaster()
})

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
