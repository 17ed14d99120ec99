import type { ElementDrawing, PlacedElement, Vis } from '@busbar/diagrams'
import { sizeOf } from '@busbar/diagrams'
import type { PlantSymbol } from '@busbar/diagrams/symbols'
import { type SymbolGroup, symbolGroups, symbolMarkup } from '@busbar/diagrams/symbols'
import { type ReactNode, useMemo, useState } from 'react'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { LiveDrawing } from '../diagrams/picture.tsx'

export interface PaletteProps {
  plates: readonly Vis[]
  /** Puts a thing where one is looking; its place is left to the editor. */
  onInsert: (preferredCode: string, drawn: Omit<ElementDrawing, 'x' | 'y'>, more?: Partial<PlacedElement>) => void
}

const shapes = [
  ['text', 'text', { kind: 'text', width: 120, height: 24, look: 'n' }],
  ['title', 'text', { kind: 'text', width: 200, height: 32, look: 'title' }],
  ['value', 'value', { kind: 'value', width: 96, height: 40 }],
  ['box', 'box', { kind: 'rect', width: 160, height: 96, look: 'box' }],
  ['area', 'area', { kind: 'rect', width: 160, height: 96, look: 'area' }],
  ['wall', 'wall', { kind: 'rect', width: 320, height: 240, look: 'wall' }],
  ['ellipse', 'ellipse', { kind: 'ellipse', width: 96, height: 96, look: 'area' }],
  ['control', 'control', { kind: 'control', width: 96, height: 32 }],
] as const satisfies readonly (readonly [string, string, Omit<ElementDrawing, 'x' | 'y'>])[]

/** Elements that can be inserted: shapes, symbols by name or category, faceplates. */
export const Palette = ({ plates, onInsert }: PaletteProps): ReactNode => {
  const { pictures } = useTexts()
  const language = useLanguage()
  const [find, setFind] = useState('')
  const searchText = find.trim().toLowerCase()
  const insertSymbol = ({ id, names, width, height }: PlantSymbol): void =>
    onInsert(id, { kind: 'symbol', symbol: id, width, height }, { name: names[language] })
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="grid grid-cols-2 gap-1.5">
        {shapes.map(([id, stem, drawn]) => (
          <Button key={id} onClick={() => onInsert(stem, withText(drawn, pictures.editor.shapes[id]))}>
            {pictures.editor.shapes[id]}
          </Button>
        ))}
      </div>
      {plates.length > 0 && (
        <section>
          <h2 className="mb-1.5 text-sm font-semibold">{pictures.faceplates}</h2>
          <div className="flex flex-col gap-1">
            {plates.map(({ id, name, source }) => (
              <Button
                key={id}
                onClick={() =>
                  onInsert('plate', { kind: 'faceplate', ...sizeOf(source) }, { name, use: { visId: id, args: {} } })
                }
              >
                {name}
              </Button>
            ))}
          </div>
        </section>
      )}
      <TextField
        label={pictures.findSymbol}
        type="search"
        value={find}
        onChange={({ target }) => setFind(target.value)}
      />
      {Object.entries(symbolGroups).map(([group, symbols]) => {
        const found = symbols.filter(({ id, names }) => `${names[language]} ${id}`.toLowerCase().includes(searchText))
        return found.length === 0 ? null : (
          <details key={group} open={searchText !== '' || group === 'electric'}>
            <summary className="cursor-pointer py-1 text-sm font-semibold">
              {pictures.symbolGroups[group as SymbolGroup]}{' '}
              <span className="font-normal text-faint">{found.length}</span>
            </summary>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(3rem,1fr))] gap-1">
              {found.map((symbol) => (
                <li key={symbol.id}>
                  <button
                    type="button"
                    title={symbol.names[language]}
                    onClick={() => insertSymbol(symbol)}
                    className="block w-full rounded-mark bg-picture p-1 hover:outline-2 hover:outline-accent"
                  >
                    <span className="sr-only">{symbol.names[language]}</span>
                    <SymbolIcon symbol={symbol} />
                  </button>
                </li>
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

const withText = (drawn: Omit<ElementDrawing, 'x' | 'y'>, text: string): Omit<ElementDrawing, 'x' | 'y'> =>
  ['text', 'value', 'control'].includes(drawn.kind) ? { ...drawn, text } : drawn

/** A symbol, small. */
const SymbolIcon = ({ symbol }: { symbol: PlantSymbol }): ReactNode => {
  const source = useMemo(
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg" class="busbar" viewBox="0 0 ${symbol.width} ${symbol.height}">${symbolMarkup(symbol)}</svg>`,
    [symbol],
  )
  return (
    <span aria-hidden="true" className="pointer-events-none block" inert>
      <LiveDrawing name="" source={source} values={undefined} className="h-9" />
    </span>
  )
}
