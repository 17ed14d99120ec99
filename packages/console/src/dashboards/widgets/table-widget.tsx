import { Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ValueAge } from '../../readings/values/value-quality.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { refKey, type ValueRef, type WidgetOf } from '../values/board.ts'
import { useBoardSource, useBoardValue } from '../values/board-context.tsx'
import { useValueText } from '../values/value-text.ts'
import { defineWidget } from './define-widget.ts'
import { MissingValue, missingOf, readingOf, ShownValue, useDeviceText, WidgetFrame } from './widget-frame.tsx'

const cell = 'px-3.5 py-1.5 whitespace-nowrap'

/** Values in rows: each with its age, and the least and the greatest of the last day. */
const TableWidget = ({ widget }: { widget: WidgetOf<'table'> }): ReactNode => {
  const { common, dashboards } = useTexts()
  const title = widget.title || dashboards.kinds.table
  return (
    <WidgetFrame title={title}>
      {/* Its rows may be more than fit: then it can be scrolled, with the keyboard too. */}
      <div role="group" aria-label={title} tabIndex={0} className="-mx-3.5 -mb-3 min-h-0 flex-1 overflow-auto">
        <table className="w-full border-collapse text-sm">
          <thead className="sticky top-0 bg-sunken text-xs text-faint">
            <tr className="border-y border-line text-left">
              <th scope="col" className={`${cell} font-medium`}>
                {common.name}
              </th>
              <th scope="col" className={`${cell} text-right font-medium`}>
                {dashboards.value}
              </th>
              <th scope="col" className={`${cell} text-right font-medium @max-md:hidden`}>
                {dashboards.dayLeast}
              </th>
              <th scope="col" className={`${cell} text-right font-medium @max-md:hidden`}>
                {dashboards.dayGreatest}
              </th>
              <th scope="col" className={`${cell} text-right font-medium @max-sm:hidden`}>
                {dashboards.age}
              </th>
            </tr>
          </thead>
          <tbody>
            {widget.settings.values.map((ref) => (
              <Row key={refKey(ref)} value={ref} />
            ))}
          </tbody>
        </table>
      </div>
    </WidgetFrame>
  )
}

const Row = ({ value }: { value: ValueRef }): ReactNode => {
  const one = useBoardValue(value)
  const deviceText = useDeviceText()
  const text = useValueText()
  const { history, hasLinks } = useBoardSource()
  if (one === undefined) {
    return (
      <tr className="border-b border-line last:border-b-0">
        <td colSpan={5} className={cell}>
          <MissingValue missing={missingOf(value)} />
        </td>
      </tr>
    )
  }
  const { param, state } = one
  const day = history?.days[param.paramId]
  const shown = (end: number | undefined): string =>
    end === undefined || param.states !== undefined ? '—' : text(param, end)
  const deviceLabel = deviceText(one)
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="max-w-0 min-w-32 px-3.5 py-1.5 text-left font-normal">
        {hasLinks ? (
          <RowLink href={`/params/${param.paramId}`}>{param.name}</RowLink>
        ) : (
          <span className="font-medium">{param.name}</span>
        )}
        {deviceLabel !== undefined && <span className="block truncate text-xs text-faint">{deviceLabel}</span>}
      </th>
      <td className={`${cell} text-right`}>
        <ShownValue one={one} />
      </td>
      <td className={`${cell} text-right @max-md:hidden`}>{shown(day?.least)}</td>
      <td className={`${cell} text-right @max-md:hidden`}>{shown(day?.greatest)}</td>
      <td className={`${cell} text-right text-quiet @max-sm:hidden`}>
        <ValueAge state={state} reading={readingOf(one)} />
      </td>
    </tr>
  )
}

export const table = defineWidget({
  kind: 'table',
  icon: Table2,
  size: { width: 8, height: 5 },
  phoneClass: 'max-md:col-span-2 max-md:max-h-120',
  needs: 'value',
  initial: (value) => ({ values: [value] }),
  firstValue: ({ values }) => values[0] ?? null,
  fields: [{ type: 'rows' }],
  look: [],
  draw: TableWidget,
})
