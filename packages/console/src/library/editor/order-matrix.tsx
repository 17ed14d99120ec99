import { byteOrders, isBitKind } from '@busbar/modbus'
import type { ReactNode } from 'react'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { ReadResults } from '../register-map/use-preview.ts'
import { swaps, type Variant } from '../register-map/variant.ts'
import {
  cellOf,
  isPossible,
  isSame,
  type ParamTemplate,
  shortValue,
  swapped,
  variantsOf,
} from '../register-map/variants.rules.ts'

export interface OrderMatrixProps {
  label: string
  param: ParamTemplate
  read: ReadResults
  chosen: Variant
  onChoose: ((variant: Variant) => void) | null
}

const steps = [-1, 0, 1] as const
const textMax = 8

/** A value in every order of bytes (down) and at the addresses around (across). The one that makes sense can be taken. */
export const OrderMatrix = ({ label, param, read, chosen, onChoose }: OrderMatrixProps): ReactNode => {
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
  // What is longer has no room, and is nonsense.
  return text.length > textMax ? Number(text).toExponential(2) : number(text)
}
