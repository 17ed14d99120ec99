import type { ReactNode } from 'react'
import { logOut } from '../api/login.ts'
import { LanguageChoice, ThemeChoice } from '../shell/preferences.tsx'
import { hrefOf } from '../state/address.ts'
import { useTexts } from '../texts/texts-provider.tsx'
import { Icon } from '../ui/icon.tsx'
import { Button, Card } from '../ui/parts.tsx'

const pages = ['settings', 'files', 'system', 'users', 'log'] as const

/** Pages that do not fit into the tabs of a phone. */
export const MorePage = (): ReactNode => {
  const { nav, more } = useTexts()
  return (
    <main className="columns">
      <Card title={nav.more} className="w4">
        <ul className="list">
          {pages.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <a className="grow" href={hrefOf(name)}>
                {nav[name]}
              </a>
            </li>
          ))}
          <li>
            <a className="grow" href={hrefOf('setup')}>
              {more.firstRun}
            </a>
          </li>
          <li>
            <a className="grow" href="/api/docs">
              {more.api}
            </a>
          </li>
        </ul>
      </Card>
      <Card title={more.look} className="w4">
        <div className="stack">
          <ThemeChoice />
          <LanguageChoice />
          <Button onClick={() => void logOut()}>{more.logOut}</Button>
        </div>
      </Card>
    </main>
  )
}
