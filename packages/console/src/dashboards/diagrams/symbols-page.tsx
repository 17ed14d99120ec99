import type { PlantSymbol } from '@busbar/diagrams/symbols'
import { type SymbolGroup, stateRow, symbolGroups } from '@busbar/diagrams/symbols'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue } from 'react'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LiveDrawing } from './picture.tsx'

/** Every symbol that pictures are drawn with, in its states. */
export const SymbolsPage = (): ReactNode => {
  const { pictures } = useTexts()
  const language = useLanguage()
  const { find = '' } = useSearch({ from: '/shell/pictures/symbols' })
  const navigate = useNavigate()
  const searchText = useDeferredValue(find.trim().toLowerCase())
  const groups = Object.entries(symbolGroups).map(([group, symbols]) => ({
    group: group as SymbolGroup,
    symbols: symbols.filter(({ id, names }) => `${names[language]} ${id}`.toLowerCase().includes(searchText)),
  }))
  const search = (text: string): void =>
    void navigate({ to: '/pictures/symbols', search: text === '' ? {} : { find: text }, replace: true })
  return (
    <Page title={pictures.symbols}>
      <p className="text-quiet">{pictures.symbolsHelp}</p>
      <div className="max-w-sm">
        <TextField
          label={pictures.findSymbol}
          type="search"
          value={find}
          onChange={({ target }) => search(target.value)}
        />
      </div>
      {groups.every(({ symbols }) => symbols.length === 0) && <EmptyState title={pictures.noSymbol} />}
      {groups.map(({ group, symbols }) =>
        symbols.length === 0 ? null : (
          <section key={group} aria-labelledby={`symbols-${group}`} className="flex flex-col gap-2">
            <h2 id={`symbols-${group}`} className="text-base font-semibold">
              {pictures.symbolGroups[group]}
            </h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-2">
              {symbols.map((symbol) => (
                <li key={symbol.id} className="overflow-clip rounded-part bg-picture px-3 pt-1 pb-2.5">
                  <SymbolStates symbol={symbol} name={symbol.names[language]} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </Page>
  )
}

const SymbolStates = ({ symbol, name }: { symbol: PlantSymbol; name: string }): ReactNode => (
  <>
    <div aria-hidden="true">
      <LiveDrawing name={name} source={stateRow(symbol)} values={undefined} className="h-15" />
    </div>
    <p className="text-sm font-medium break-words">
      {name} <span className="font-mono text-xs font-normal text-quiet">{symbol.id}</span>
    </p>
  </>
)
