import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type AnswerOf, apiQuery } from '../../data/api/api-query.ts'
import { useOrg } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage } from '../../data/state/preferences.ts'
import { paramText, useValueText } from '../../readings/values/param-text.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { type Column, DataTable, RowLink } from '../../ui/layout/table.tsx'
import { Value } from '../../ui/layout/value.tsx'

type Param = AnswerOf<'devices', 'params'>[number]

/** As many as the service answers about at once. */
const idsMax = 1000

interface PastValue {
  id: number
  name: string
  /** Missing where nothing was read up to then. */
  text: string | undefined
  readOn: string | undefined
}

/** Values of parameters at a moment, each with the time of its reading. */
export const ValuesAt = ({ at, params }: { at: Date; params: readonly Param[] }): ReactNode => {
  const { common, device, param: texts } = useTexts()
  const { orgId } = useOrg()
  const { moment } = useFormat()
  const now = useNow()
  const language = useLanguage()
  const valueText = useValueText()
  const past = useQuery({
    ...apiQuery('values', 'onTime', { orgId, tillDate: at, paramIds: params.slice(0, idsMax).map(({ id }) => id) }),
    enabled: params.length > 0,
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(
    (): Column<PastValue>[] => [
      {
        id: 'name',
        title: device.parameter,
        share: 2.2,
        cell: ({ id, name }) => <RowLink href={`/params/${id}`}>{name}</RowLink>,
      },
      {
        id: 'value',
        title: common.value,
        share: 2,
        align: 'right',
        cell: ({ text }) =>
          text === undefined ? <span className="text-quiet">{device.none}</span> : <Value text={text} />,
      },
      {
        id: 'on',
        title: texts.time,
        share: 1.6,
        phone: 'detail',
        cell: ({ readOn }) => readOn !== undefined && <time dateTime={readOn}>{moment(readOn, now)}</time>,
      },
    ],
    [common, device, texts, moment, now],
  )
  return (
    <Loaded query={past}>
      {(found) => (
        <DataTable
          label={device.valuesAt}
          rows={params.map((one): PastValue => {
            const reading = found[one.id] ?? undefined
            return {
              id: one.id,
              name: paramText(one.name, language),
              text: reading && valueText(one, { value: reading.value, formattedValue: reading.value }),
              readOn: reading?.readOn,
            }
          })}
          columns={columns}
          rowKey={({ id }) => id}
          rowPx={44}
        />
      )}
    </Loaded>
  )
}
