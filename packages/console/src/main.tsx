import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './data/api/query-client.ts'
import { language, showAppearance } from './data/state/preferences.ts'
import { router } from './routes.tsx'
import { persistAnswers } from './shell/offline/keep-answers.ts'
import { registerWorker } from './shell/offline/register-worker.ts'
import { followSession } from './shell/worker/subscription.ts'
import { loadTexts } from './texts/load-texts.ts'
import { TextsProvider } from './texts/texts-provider.tsx'
import { Toasts } from './ui/feedback/toasts.tsx'

const client = createQueryClient()
persistAnswers(client)
followSession()
registerWorker((path) => void router.navigate({ href: path }))

/** Shows the page of the address, when its texts are there: what is drawn without them first comes a third of a second later. */
export const start = async (): Promise<void> => {
  const container = document.getElementById('app')
  if (container === null) throw new Error('the page has no place for the app')
  showAppearance()
  await loadTexts(language.get()).catch(() => {})
  createRoot(container).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <Suspense>
            <TextsProvider>
              <RouterProvider router={router} />
              <Toasts />
            </TextsProvider>
          </Suspense>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}
