import '../styles/app.css'
import { type CompiledCatalogue, createTexts } from '@busbar/ui/messages'
import { type FakeApi, fakeApi, show } from '@busbar/ui/testing'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { inject, onTestFinished } from 'vitest'
import { createQueryClient } from '../data/api/query-client.ts'
import { type Org, OrgProvider } from '../data/api/use-org.tsx'
import { session, startSession } from '../data/state/session.ts'
import { router as consoleRouter } from '../routes.tsx'
import type { FirstTexts, Texts } from '../texts/messages.ts'
import { TextsProvider } from '../texts/texts-provider.tsx'
import { Toasts } from '../ui/feedback/toasts.tsx'

const catalogues = import.meta.glob<CompiledCatalogue>(['../../messages/en.json', '../../messages/first/en.json'], {
  import: 'default',
  eager: true,
})

/** The English texts, so that tests find elements by the texts that are shown. */
export const texts = createTexts(Object.assign({}, ...Object.values(catalogues)), 'en') as Texts & FirstTexts

/** The API of a cloud. Its stream of live events stays open and sends nothing. */
export const fakeCloud = (): FakeApi => {
  const api = fakeApi(inject('cloudExchanges'), '/api/v1')
  api.reply(
    'live.events',
    () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
  )
  return api
}

const orgOf = (role: Org['userRole']): Org => ({ orgId: 1, orgName: 'Riverside Works', userRole: role })

const render = (element: ReactNode): void => {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  show(
    <QueryClientProvider client={client}>
      <Suspense>
        <TextsProvider>
          {element}
          <Toasts />
        </TextsProvider>
      </Suspense>
    </QueryClientProvider>,
  )
  // The latest hook runs first: the toasts are still shown.
  onTestFinished(() => {
    client.clear()
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-toasts] button')) button.click()
  })
}

/** Renders an element of the console for a member of an organization. */
export const showInConsole = (element: ReactNode, role: Org['userRole'] = 'owner'): void => {
  const routeTree = createRootRoute({ component: () => <OrgProvider org={orgOf(role)}>{element}</OrgProvider> })
  const router = createRouter({ routeTree, history: createMemoryHistory(), defaultNotFoundComponent: () => null })
  render(<RouterProvider router={router as never} />)
}

const sessionMs = 3_600_000

/** Shows a page of the console, with everything around it, for a signed-in user. */
export const showPage = (path: string): void => {
  startSession({ token: 'token', expiresOn: new Date(Date.now() + sessionMs).toISOString() }, 'anna@example.org')
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ ...consoleRouter.options, history })
  onTestFinished(() => session.set(null))
  render(<RouterProvider router={router} />)
}
