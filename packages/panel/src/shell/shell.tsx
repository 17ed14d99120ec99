import { textFor } from '@busbar/ui/messages'
import { useStore } from '@busbar/ui/store'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { call, useSession } from '../api/api.ts'
import { hrefOf, useAddress } from '../state/address.ts'
import { usePoll } from '../state/poll.ts'
import { showTheme, theme } from '../state/preferences.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Waiting } from '../ui/parts.tsx'
import { LoginPage } from './login-page.tsx'

/** On a phone the first four and `more`; beside a wide page all. */
const tabs: readonly IconName[] = [
  'status',
  'bus',
  'units',
  'tasks',
  'settings',
  'files',
  'system',
  'users',
  'log',
  'more',
]
const onPhone = new Set<string>(['status', 'bus', 'units', 'tasks', 'more'])

/** The frame around every page; without a session, the way in. */
export const Shell = ({ pages }: { pages: Readonly<Record<string, ComponentType>> }): ReactNode => {
  const session = useSession()
  const { page } = useAddress()
  const chosen = useStore(theme)
  useEffect(() => showTheme(chosen), [chosen])
  if (session === null) return <LoginPage />
  const Page = pages[page] ?? pages['status']
  if (Page === undefined) return null
  if (page === 'setup') {
    return (
      <Suspense fallback={<Waiting />}>
        <Page />
      </Suspense>
    )
  }
  return <Framed page={page} Page={Page} />
}

const Framed = ({ page, Page }: { page: string; Page: ComponentType }): ReactNode => {
  const { nav } = useTexts()
  const title = textFor(nav, page in nav ? page : 'status')
  const { data: version } = usePoll(() => call('device.version'), null)
  useEffect(() => {
    document.title = `${title} · ${nav.brand}`
  }, [title, nav.brand])
  const inMore = !onPhone.has(page)
  return (
    <div className="app">
      <nav className="tabs" aria-label={nav.label}>
        <span className="brand">{nav.brand}</span>
        {tabs
          .filter((name) => name !== 'tasks' || hasTasks(version))
          .map((name) => (
            <a
              key={name}
              href={hrefOf(name)}
              className={onPhone.has(name) ? (name === 'more' && inMore ? 'within' : '') : 'wide'}
              aria-current={name === page ? 'page' : undefined}
            >
              <Icon name={name} />
              {nav[name as keyof typeof nav]}
            </a>
          ))}
      </nav>
      <div>
        <header className="head">
          <div className="grow">
            <h1>{title}</h1>
            <small>
              {location.hostname} {version === undefined ? '' : `· ${nameOf(version)}`}
            </small>
          </div>
        </header>
        <Suspense
          fallback={
            <main>
              <Waiting />
            </main>
          }
        >
          <Page />
        </Suspense>
      </div>
    </div>
  )
}

/** Generation A, which names its model `device`, runs none. */
const hasTasks = (version: object | undefined): boolean => version === undefined || !('device' in version)

/** Returns the model, which each generation names differently. */
const nameOf = (version: object): string => {
  const { labelName, device } = version as { labelName?: string; device?: string }
  return labelName ?? device ?? ''
}
