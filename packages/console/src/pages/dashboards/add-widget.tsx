import type { ReactNode } from 'react'
import type { ParamChoice } from '../../params/param-choices.rules.ts'
import { ParamSearch } from '../../params/param-search.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { Widget } from './use-board.ts'

export interface AddWidgetProps {
  widgets: readonly Widget[]
  onAdd: (paramId: number) => Promise<void>
  isBusy: boolean
}

const widgetsMax = 200

/** Finds a parameter that the board does not have yet, and adds it. */
export const AddWidget = ({ widgets, onAdd, isBusy }: AddWidgetProps): ReactNode => {
  const { dashboards } = useTexts()
  const has = new Set(widgets.map(({ id }) => id))
  const isOffered = ({ id, isTracked }: ParamChoice): boolean => isTracked && !has.has(id)
  return (
    <div className="max-w-md">
      <ParamSearch
        label={dashboards.add}
        paramId="many"
        isOffered={isOffered}
        isDisabled={isBusy || widgets.length >= widgetsMax}
        onChoose={({ id }) => void onAdd(id)}
      />
    </div>
  )
}
