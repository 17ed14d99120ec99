import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { language, showAppearance } from './data/state/preferences.ts'
import { ownPath } from './data/state/search.rules.ts'
import { SignIn } from './shell/sign-in/sign-in.tsx'
import { loadFirstTexts, loadTexts } from './texts/load-texts.ts'
import { FirstTextsProvider } from './texts/texts-provider.tsx'

const program = (): Promise<typeof import('./main.tsx')> => import('./main.tsx')

/** Returns the page to open after sign-in: from the address, or the requested page. */
const wayBack = (): string | undefined => {
  const { pathname, search, hash } = location
  if (pathname === '/sign-in') return ownPath(new URLSearchParams(search).get('back')) ?? undefined
  // An address put together with one slash too many would name another site.
  const path = pathname.replace(/^\/+/, '/')
  return path === '/' ? '/overview' : (ownPath(`${path}${search}${hash}`) ?? undefined)
}

/**
 * The form to sign in, for who was not here before: drawn without the program, which is loaded while they type. It
 * goes on in the same page.
 */
export const showSignIn = async (): Promise<void> => {
  const container = document.getElementById('app')
  if (container === null) throw new Error('the page has no place for the app')
  showAppearance()
  const back = wayBack()
  if (location.pathname !== '/sign-in')
    history.replaceState(null, '', `/sign-in${back === undefined ? '' : `?back=${encodeURIComponent(back)}`}`)
  await loadFirstTexts(language.get()).catch(() => {})
  const root = createRoot(container)
  const enter = async (path: string): Promise<void> => {
    const [{ start }] = await Promise.all([program(), loadTexts(language.get()).catch(() => {})])
    root.unmount()
    history.replaceState(null, '', path)
    await start()
  }
  root.render(
    <StrictMode>
      <Suspense>
        <FirstTextsProvider>
          <SignIn back={back} prepare={program} onEnter={(path) => void enter(path)} />
        </FirstTextsProvider>
      </Suspense>
    </StrictMode>,
  )
  const loadRest = (): void => {
    // A failed import is retried when it is needed.
    for (const load of [
      program,
      () => loadTexts(language.get()),
      () => import('./shell/shell.tsx'),
      () => import('./overview/overview-page.tsx'),
    ])
      load().catch(() => {})
  }
  if ('requestIdleCallback' in window) requestIdleCallback(loadRest)
  else setTimeout(loadRest, 1000)
}
