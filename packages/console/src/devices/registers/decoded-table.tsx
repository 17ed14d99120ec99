import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, apiQuery, call } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { NumberField } from '../../ui/forms/number-field.tsx'

const orders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const

/** Values of the registers from one on, for every type and byte order. */
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

type Hint = AnswerOf<'scan', 'showBlock'>['hints'][number]

interface FindValueProps {
  at: number
  words: readonly number[]
  onPick: (address: number) => void
}

/** Finds a value shown by the device among the registers, with possible types. */
export const FindValue = ({ at, words, onPick }: FindValueProps): ReactNode => {
  const texts = useTexts()
  const { registers } = texts
  const { number } = useFormat()
  const [text, setText] = useState('')
  const expected = Number(text)
  const isRight = text !== '' && Number.isFinite(expected)
  const find = useMutation({
    mutationFn: async (): Promise<readonly Hint[]> =>
      (await call('scan', 'showBlock', { words: [...words], expected })).hints,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isRight) find.mutate()
  }
  return (
    <section className="border-t border-line px-4 py-3">
      <h3 className="text-sm font-semibold">{registers.find}</h3>
      <form className="mt-2 flex flex-wrap items-end gap-3" onSubmit={submit}>
        <NumberField label={registers.displayShows} placeholder={number(12.84)} value={text} onChange={setText} />
        <Button type="submit" icon={Search} isChange={false} disabled={!isRight} isBusy={find.isPending}>
          {registers.search}
        </Button>
      </form>
      {find.error !== null && <p role="alert">{errorText(texts, find.error)}</p>}
      {find.data?.length === 0 && <p className="mt-2 text-sm text-quiet">{registers.notFound}</p>}
      {find.data !== undefined && find.data.length > 0 && (
        <ul className="mt-2 flex flex-col divide-y divide-line" aria-label={registers.places}>
          {find.data.map(({ offset, valueType, order, multiplier, value }) => (
            <li
              key={`${offset} ${valueType} ${order} ${multiplier}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 text-sm"
            >
              <span className="font-mono">
                {at + offset} · {valueType} {order} {multiplier === '1' ? '' : `× ${number(multiplier)}`}
              </span>
              <span className="flex items-center gap-3">
                <span className="font-medium">{number(value)}</span>
                <Button onClick={() => onPick(at + offset)}>{registers.look}</Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
