import { byteOrders, isBitKind } from '@busbar/modbus'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { serverNow, serverTimeOf } from '../../data/state/server-time.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Choice } from '../../ui/forms/fields.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import type { Template } from '../library.rules.ts'
import { type MapRow, readRows } from '../register-map/cells.rules.ts'
import { type ReadResults, usePreview } from '../register-map/preview-table.tsx'
import {
  asWritten,
  cellOf,
  isPossible,
  isSame,
  type ParamTemplate,
  rangeKey,
  rangesOf,
  shortValue,
  swapped,
  swaps,
  type Variant,
  variantsOf,
  varied,
} from '../register-map/variants.rules.ts'
import type { MapDraft } from './use-map-draft.ts'
import type { PreviewedUnit } from './use-map-values.ts'

const shownMax = 4
const hex = (word: number): string => word.toString(16).toUpperCase().padStart(4, '0')
const bits = (word: number): string =>
  word
    .toString(2)
    .padStart(16, '0')
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
const signed = (word: number): number => (word > 0x7f_ff ? word - 0x1_00_00 : word)

/** The registers of a value as they came: in hex, as numbers and as bits. */
const RawWords = ({ param, read }: { param: ParamTemplate; read: ReadResults }): ReactNode => {
  const { library } = useTexts()
  const [range] = rangesOf([param])
  const found = range && read.get(rangeKey(range))
  if (range === undefined || found === undefined || 'err' in found || isBitKind(param.registerKind)) return null
  return (
    <table aria-label={library.words} className="w-full border-collapse font-mono text-xs">
      <thead>
        <tr className="border-b border-line text-faint">
          {[library.fields.address, 'hex', 'u16', 's16', 'bits'].map((title, i) => (
            <th key={title} scope="col" className={`py-1.5 font-medium ${i === 0 ? 'text-left' : 'pl-2 text-right'}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {found.ok.slice(0, shownMax).map((word, i) => (
          <tr key={range.address + i} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-medium">
              {range.address + i}
            </th>
            <td className="pl-2 text-right">{hex(word)}</td>
            <td className="pl-2 text-right">{word}</td>
            <td className="pl-2 text-right">{signed(word)}</td>
            <td className="pl-2 text-right text-[10px] whitespace-nowrap text-quiet">{bits(word)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export interface LivePreviewProps {
  template: Template
  /** The selected line. */
  row: MapRow | undefined
  draft: MapDraft
  isReadOnly: boolean
  /** The unit that is asked. */
  at: PreviewedUnit | null
  onUnit: (unit: PreviewedUnit | null) => void
}

const isUnit = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 255

/** Live values of a device at the registers of a line, for every byte order and the addresses around. */
export const LivePreview = ({ template, row, draft, isReadOnly, at, onUnit }: LivePreviewProps): ReactNode => {
  const { library } = useTexts()
  const { orgId } = useOrg()
  const language = useLanguage()
  const devices = useQuery(apiQuery('templateUse', 'devices', { orgId, templateId: template.id })).data ?? []
  const nets = useQuery(apiQuery('nets', 'list', { orgId })).data ?? []
  const [chosen, setChosen] = useState('')
  const [unit, setUnit] = useState('1')
  const net = nets.find(({ id }) => chosen === `net ${id}`)
  const choose = (next: string, nextUnit: string): void => {
    setChosen(next)
    setUnit(nextUnit)
    const device = devices.find(({ id }) => next === `device ${id}`)
    const through = nets.find(({ id }) => next === `net ${id}`)
    if (device) onUnit({ netId: device.netId, unit: device.modbusUnitId, name: device.name })
    else if (through && isUnit(nextUnit))
      onUnit({ netId: through.id, unit: Number(nextUnit), name: `${library.unit} ${nextUnit}` })
    else onUnit(null)
  }
  const params = useMemo(() => (row === undefined ? [] : readRows([row], language).params), [row, language])
  const [param] = params
  return (
    <Panel title={library.preview}>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <Choice
          label={library.previewFrom}
          value={chosen}
          options={[
            ['', library.previewNone],
            ...devices.map(({ id, name, netName }) => [`device ${id}`, `${netName} · ${name}`] as const),
            ...nets.map(({ id, name }) => [`net ${id}`, `${name} · ${library.unit}…`] as const),
          ]}
          onChange={(next) => choose(next, unit)}
        />
        {net !== undefined && (
          <NumberField label={library.unit} isWhole value={unit} onChange={(value) => choose(chosen, value)} />
        )}
        {at === null || param === undefined || row === undefined ? (
          <p className="text-sm text-quiet">{library.previewHelp}</p>
        ) : (
          <Values key={row.key} at={at} param={param} params={params} row={row} draft={draft} isReadOnly={isReadOnly} />
        )}
      </div>
    </Panel>
  )
}

interface ValuesProps extends Pick<LivePreviewProps, 'draft' | 'isReadOnly'> {
  at: { netId: number; unit: number }
  param: ParamTemplate
  params: readonly ParamTemplate[]
  row: MapRow
}

const Values = ({ at, param, params, row, draft, isReadOnly }: ValuesProps): ReactNode => {
  const texts = useTexts()
  const { library, newNet } = texts
  const { moment } = useFormat()
  const language = useLanguage()
  const { query, read } = usePreview(at.netId, at.unit, params)
  const [chosen, setChosen] = useState<Variant>(asWritten)
  const isSilent = query.data?.every(({ result }) => 'err' in result) ?? false
  const then = varied(param, chosen)
  const cellsOf = (one: ParamTemplate): Partial<MapRow['cells']> => ({
    address: String(one.address),
    order: one.order ?? 'ABCD',
  })
  const apply = (): void => {
    draft.setAll((other) => (other.key === row.key ? cellsOf(then) : {}))
    setChosen(asWritten)
  }
  const applyToAll = (): void => {
    draft.setAll((other) => {
      const [own] = readRows([other], language).params
      return own !== undefined && isPossible([own], chosen) ? cellsOf(varied(own, chosen)) : {}
    })
    setChosen(asWritten)
  }
  const isOther = chosen.swap !== 'none' || chosen.steps !== 0
  return (
    <>
      {query.error !== null && <Notice tone="critical">{errorText(texts, query.error)}</Notice>}
      {isSilent && <Notice tone="unknown">{library.noAnswer}</Notice>}
      <OrderMatrix
        label={newNet.previewOf({ name: row.cells.name })}
        param={param}
        read={read}
        chosen={chosen}
        onChoose={isReadOnly ? null : setChosen}
      />
      <RawWords param={param} read={read} />
      <p className="text-xs text-faint">
        {query.dataUpdatedAt > 0 &&
          `${library.readAt({ time: moment(new Date(serverTimeOf(query.dataUpdatedAt)).toISOString(), serverNow()) })}. `}
        {!isReadOnly && library.previewUse}
      </p>
      {!isReadOnly && isOther && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={apply}>
            {`${then.registerKind} ${then.address} ${then.order ?? 'ABCD'}`}
          </Button>
          <Button onClick={applyToAll}>{library.previewAll}</Button>
        </div>
      )}
    </>
  )
}

interface OrderMatrixProps {
  label: string
  param: ParamTemplate
  read: ReadResults
  chosen: Variant
  onChoose: ((variant: Variant) => void) | null
}

const steps = [-1, 0, 1] as const
const textMax = 8

/** A value in every order of bytes (down) and at the addresses around (across). The one that makes sense can be taken. */
const OrderMatrix = ({ label, param, read, chosen, onChoose }: OrderMatrixProps): ReactNode => {
  const { library } = useTexts()
  const isBit = isBitKind(param.registerKind)
  const possible = variantsOf([param])
  const rows = byteOrders
    .map((order) => ({ order, swap: swaps.find((swap) => swapped(param.order ?? 'ABCD', swap) === order) ?? 'none' }))
    .filter(({ swap }) => possible.some((variant) => variant.swap === swap))
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-xs">
      <thead>
        <tr className="border-b border-line text-faint">
          <th scope="col" className="w-14 py-1.5 text-left font-medium">
            {isBit ? library.fields.valueType : library.fields.order}
          </th>
          {steps.map((step) => (
            <th key={step} scope="col" className="px-1 py-1.5 text-right font-mono font-medium">
              {param.address + step < 0 ? '—' : param.address + step}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ order, swap }) => (
          <tr key={order} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-1 text-left font-mono font-medium">
              {isBit ? param.valueType : order}
            </th>
            {steps.map((step) => {
              const variant = { swap, steps: step }
              const isHere = isSame(variant, chosen)
              const text = <MatrixValue param={param} variant={variant} read={read} />
              return (
                <td key={step} className="p-0.5 text-right">
                  {onChoose === null || !isPossible([param], variant) ? (
                    <span className="block truncate px-1 py-1">{text}</span>
                  ) : (
                    <button
                      type="button"
                      aria-pressed={isHere}
                      onClick={() => onChoose(variant)}
                      className="block w-full truncate rounded-mark border border-transparent px-1 py-1 text-right hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:font-semibold max-md:min-h-10"
                    >
                      <span className="sr-only">
                        {order} {param.address + step}:{' '}
                      </span>
                      {text}
                    </button>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const MatrixValue = ({
  param,
  variant,
  read,
}: {
  param: ParamTemplate
  variant: Variant
  read: ReadResults
}): ReactNode => {
  const { number } = useFormat()
  const cell = isPossible([param], variant) ? cellOf(param, variant, read) : null
  if (cell === null || 'err' in cell) return <span title={cell?.err}>—</span>
  const text = shortValue(cell.value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  // A longer number does not fit and is meaningless.
  return text.length > textMax ? Number(text).toExponential(2) : number(text)
}
