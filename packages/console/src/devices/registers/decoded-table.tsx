import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'

const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const

/** What the registers from one on may mean, as every type and byte order. */
export const DecodedTable = ({ pick, words }: { pick: number; words: readonly number[] }): ReactNode => {
  const { registers } = useTexts()
  const { number } = useFormat()
  const block = useQuery({
    ...apiQuery('scan', 'showBlock', { words: [...words] }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  return (
    <div className="overflow-x-auto" role="group" aria-label={registers.meanings({ address: pick })} tabIndex={0}>
      <Loaded query={block}>
        {({ rows, texts }) => {
          const types = Object.entries(rows[0]?.values ?? {})
          return (
            <table className="w-full border-collapse text-sm" aria-label={registers.meanings({ address: pick })}>
              <thead>
                <tr className="border-y border-line bg-sunken text-xs text-faint">
                  <th scope="col" className="py-1.5 pr-2 pl-4 text-left font-medium">
                    {registers.from({ address: pick })}
                  </th>
                  {orders.map((order) => (
                    <th key={order} scope="col" className="px-2 py-1.5 text-right font-mono font-medium last:pr-4">
                      {order}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {types.map(([type, values]) => (
                  <tr key={type} className="border-b border-line last:border-b-0">
                    <th scope="row" className="py-1 pr-2 pl-4 text-left font-mono font-normal text-quiet">
                      {type}
                    </th>
                    {orders.map((order) => (
                      <td key={order} className="px-2 py-1 text-right whitespace-nowrap last:pr-4">
                        {values[order] === undefined ? '' : number(values[order])}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr>
                  <th scope="row" className="py-1 pr-2 pl-4 text-left font-mono font-normal text-quiet">
                    {registers.text}
                  </th>
                  {orders.map((order) => (
                    <td key={order} className="px-2 py-1 text-right font-mono last:pr-4">
                      {texts[order] ?? ''}
                    </td>
                  ))}
                </tr>
              </tbody>
            </table>
          )
        }}
      </Loaded>
    </div>
  )
}
