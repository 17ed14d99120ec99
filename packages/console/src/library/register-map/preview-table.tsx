import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import type { Variant } from './variants.rules.ts'
import {
  cellOf,
  isPossible,
  isSame,
  type ParamTemplate,
  paramName,
  rangeKey,
  rangesOf,
  shortValue,
  type VariantValue,
  variantsOf,
  varied,
} from './variants.rules.ts'

export interface PreviewTableProps {
  label: string
  /** The columns. */
  params: readonly ParamTemplate[]
  /** All parameters of the template: a variant that leaves one without an address cannot be chosen. */
  all: readonly ParamTemplate[]
  read: ReadResults
  chosen: Variant
  onChoose: (variant: Variant) => void
}

/** Values in every order of bytes and at the addresses around, a row for each: one of them makes sense. */
export const PreviewTable = ({ label, params, all, read, chosen, onChoose }: PreviewTableProps): ReactNode => {
  const { newNet } = useTexts()
  const language = useLanguage()
  const id = useId()
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto rounded-part border border-line">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-line text-quiet">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {newNet.variant}
            </th>
            {params.map((param) => (
              <th
                key={`${param.registerKind} ${param.address} ${paramName(param, 'en')}`}
                scope="col"
                className="px-3 py-2 text-right font-medium"
              >
                <span className="block max-w-44 truncate text-ink">{paramName(param, language)}</span>
                <span className="block font-mono text-xs whitespace-nowrap">
                  {param.registerKind} {param.address} {param.valueType}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {variantsOf(all).map((variant) => {
            const key = `${variant.steps} ${variant.swap}`
            const isChosen = isSame(variant, chosen)
            return (
              <tr key={key} className={`border-b border-line last:border-b-0 ${isChosen ? 'bg-hover' : ''}`}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  <label className="flex min-h-7 items-center gap-2 max-md:w-36 md:whitespace-nowrap">
                    <input
                      type="radio"
                      name={id}
                      className="size-5 shrink-0 accent-accent"
                      checked={isChosen}
                      disabled={!isPossible(all, variant)}
                      onChange={() => onChoose(variant)}
                    />
                    <VariantName variant={variant} params={params} />
                  </label>
                </th>
                {params.map((param) => (
                  <td
                    key={`${param.registerKind} ${param.address} ${paramName(param, 'en')}`}
                    className="px-3 text-right font-medium whitespace-nowrap"
                  >
                    <Value cell={cellOf(param, variant, read)} unit={param.unitName} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** `Words swapped, address +1`, with the order that this comes to. */
const VariantName = ({ variant, params }: { variant: Variant; params: readonly ParamTemplate[] }): ReactNode => {
  const { newNet } = useTexts()
  const { swap, steps } = variant
  const orders = new Set(params.map((param) => varied(param, variant).order ?? 'ABCD'))
  const parts = [
    newNet.swap[swap],
    ...(steps === 0 ? [] : [newNet.addressSteps({ steps: steps > 0 ? `+${steps}` : `−${-steps}` })]),
  ]
  return (
    <span>
      {parts.join(', ')} {orders.size === 1 && <span className="font-mono text-xs text-quiet">{[...orders]}</span>}
    </span>
  )
}

const Value = ({ cell, unit }: { cell: VariantValue | null; unit: string | undefined }): ReactNode => {
  const { number } = useFormat()
  if (cell === null || 'err' in cell) {
    return (
      <span className="text-quiet" title={cell?.err}>
        —
      </span>
    )
  }
  const text = shortValue(cell.value)
  return /^-?\d+(\.\d+)?$/.test(text) ? number(text, unit) : text
}

export type ReadResults = ReadonlyMap<string, { ok: number[] } | { err: string }>

const everyMs = 3000

/** Registers of a unit as they are now, at every range where these parameters may stand. */
export const usePreview = (netId: number, unit: number, params: readonly ParamTemplate[]) => {
  const body = useMemo(() => {
    const connection = { kind: 'net-id', networkId: netId } as const
    return rangesOf(params).map((range) => ({ ...range, deviceModbusId: unit, connection }))
  }, [netId, unit, params])
  const query = useQuery({
    ...apiQuery('raw', 'readMultipleRegisterGroup', { body }),
    refetchInterval: everyMs,
    staleTime: 0,
    enabled: body.length > 0,
  })
  const read = useMemo(
    (): ReadResults =>
      new Map(
        query.data?.map(({ result }, i) => [body[i] === undefined ? '' : rangeKey(body[i]), result] as const) ?? [],
      ),
    [query.data, body],
  )
  return { query, read }
}
