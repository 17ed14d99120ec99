import type { PictureValues } from '@busbar/diagrams'
import { byConcern, concernOf } from '@busbar/diagrams/viewer'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { compareNames } from '../../data/format/compare-names.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ElementState, ElementValue } from './element-panel.tsx'
import type { PictureElement } from './use-elements.ts'

export interface ElementsListProps {
  elements: readonly PictureElement[]
  values: PictureValues | undefined
  onChoose: (code: string) => void
}

/** All that a picture shows and does, as a list: abnormal first, then by name. */
export const ElementsList = ({ elements, values, onChoose }: ElementsListProps): ReactNode => {
  const { pictures } = useTexts()
  const { list = 'all' } = useSearch({ from: '/shell/pictures/$id' })
  const navigate = useNavigate({ from: '/pictures/$id' })
  const rows = byConcern(
    elements.map((element) => {
      const value = values?.[element.code]
      return { ...element, value, concern: value === undefined ? ('none' as const) : concernOf(value) }
    }),
    compareNames,
  ).filter(({ concern }) => list === 'all' || concern !== 'none')
  return (
    <Panel title={pictures.list}>
      <div className="px-4 pb-3">
        <Segmented
          label={pictures.show}
          value={list}
          options={[
            ['all', pictures.all],
            ['abnormal', pictures.abnormal],
          ]}
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, list: chosen }), replace: true })}
        />
      </div>
      {rows.length === 0 && (
        <p className="px-4 pb-4 text-sm text-quiet">
          {elements.length === 0 ? pictures.noThings : pictures.noneAbnormal}
        </p>
      )}
      <ul>
        {rows.map(({ code, name, deviceLabel, value, item }) => (
          <li key={code} className="border-t border-line">
            <button
              type="button"
              onClick={() => onChoose(code)}
              className="flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium break-words">{name}</span>
                <span className="block break-words text-quiet">{deviceLabel}</span>
                <ElementState value={value} />
              </span>
              {item?.go === undefined && (value !== undefined || values === undefined) && (
                <span className="max-w-1/2 text-right">
                  <ElementValue value={value} />
                </span>
              )}
              <ChevronRight className="size-4 shrink-0 text-faint" strokeWidth={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
