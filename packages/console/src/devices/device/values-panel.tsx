import { bandOf } from '@busbar/charts'
import { momentOfText, wallText } from '@busbar/ui/wall-time'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useHasRole } from '../../data/api/use-org.tsx'
import { useFormat } from '../../data/format/use-format.ts'
import { useNow } from '../../data/format/use-now.ts'
import { useLanguage, useOwnZone } from '../../data/state/preferences.ts'
import { isWritable } from '../../readings/values/is-writable.ts'
import { useParamStates, useReadBacks } from '../../readings/values/param-states.ts'
import { paramText, useValueText } from '../../readings/values/param-text.ts'
import { isAbnormal, qualityOf, withReadBack } from '../../readings/values/quality.rules.ts'
import type { PolledDevice } from '../../readings/values/trouble.rules.ts'
import { useReadNow } from '../../readings/values/use-read-now.ts'
import { WriteDialog } from '../../readings/values/write-dialog.tsx'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { ValuesAt } from './values-at.tsx'
import { useLastHour, type ValueRow, ValuesTable } from './values-table.tsx'

type Device = AnswerOf<'devices', 'get'>
type Param = AnswerOf<'devices', 'params'>[number]

interface ValuesPanelProps {
  device: Device
  /** How reading goes; undefined until that is known. */
  polled: PolledDevice | undefined
  params: readonly Param[]
}

const hourMs = 3_600_000
const shows = ['all', 'abnormal', 'settable'] as const

/** Everything that a device says, live. */
export const ValuesPanel = ({ device, polled, params }: ValuesPanelProps): ReactNode => {
  const { common, device: texts } = useTexts()
  const language = useLanguage()
  const mayWrite = useHasRole('operator')
  const [written, setWritten] = useState<number | null>(null)
  const search = useSearch({ from: '/shell/devices/$id/' })
  const { q = '', show = 'all', at } = search
  const zone = useOwnZone()
  const navigate = useNavigate()
  const words = useDeferredValue(q.trim().toLowerCase())
  const now = useNow()
  const ids = useMemo(() => params.map(({ id }) => id), [params])
  const drawn = useMemo(
    () => params.filter((one) => one.isTracked && one.valueType !== 'string').map(({ id }) => id),
    [params],
  )
  const states = useParamStates(device.id, ids)
  const untracked = useMemo(() => params.filter(({ isTracked }) => !isTracked).map(({ id }) => id), [params])
  const readNow = useReadNow(untracked)
  const readBacks = useReadBacks()
  const hour = useLastHour(drawn)
  const valueText = useValueText()
  const { number } = useFormat()
  const { updatePeriodSec } = device
  const rows = useMemo(
    () =>
      byCategory(params).map((param): ValueRow => {
        const column = hour.paramIds.indexOf(param.id)
        const read = readNow.states[param.id] ?? (states.data === undefined ? undefined : (states.data[param.id] ?? {}))
        const state = read && withReadBack(read, readBacks.get(param.id))
        return {
          id: param.id,
          name: paramText(param.name, language),
          label: param.label,
          category: param.category === undefined ? '' : paramText(param.category, language),
          state,
          text: valueText(param, state ?? {}),
          reading: { isTracked: param.isTracked, updatePeriodSec, device: polled },
          course: column === -1 ? null : bandOf([hour.rows], column, hasStates(param)),
          hour,
          isWritable: mayWrite && isWritable(param),
        }
      }),
    [params, language, states.data, readNow.states, readBacks, polled, updatePeriodSec, hour.rows, mayWrite],
  )
  const paramsByFilter = {
    all: rows,
    abnormal: rows.filter(({ state, reading }) => state !== undefined && isAbnormal(qualityOf(state, reading, now))),
    settable: rows.filter((row) => row.isWritable),
  }
  const matches = ({ name, label }: ValueRow): boolean =>
    words === '' || `${name} ${label ?? ''}`.toLowerCase().includes(words)
  const found = paramsByFilter[show].filter(matches)
  const param = params.find(({ id }) => id === written)
  const row = rows.find(({ id }) => id === written)
  const showMoment = (typed: string): void => {
    const moment = momentOfText(typed, zone)
    void navigate({
      to: '/devices/$id',
      params: { id: device.id },
      search: { ...search, at: moment === null ? undefined : new Date(moment).toISOString() },
      replace: true,
    })
  }
  const aside = (
    <div className="flex flex-wrap gap-2">
      {untracked.length > 0 && (
        <Button disabled={readNow.isReading} onClick={readNow.read}>
          {texts.readNow}
        </Button>
      )}
      {at === undefined && <Button onClick={() => showMoment(wallText(now - hourMs, zone))}>{texts.atMoment}</Button>}
      <SearchField
        label={texts.find}
        text={q}
        onText={(text) =>
          void navigate({
            to: '/devices/$id',
            params: { id: device.id },
            search: { ...search, q: text === '' ? undefined : text },
            replace: true,
          })
        }
      />
    </div>
  )
  if (at !== undefined) {
    const all = params.filter(({ id }) => rows.some((one) => one.id === id && matches(one)))
    return (
      <Panel title={texts.valuesAt} aside={aside}>
        <div className="flex flex-wrap items-end gap-2 px-4 pb-3">
          <TextField
            type="datetime-local"
            label={common.timesIn({ zone })}
            value={wallText(Date.parse(at), zone)}
            onChange={({ target }) => target.value !== '' && showMoment(target.value)}
          />
          <Button onClick={() => showMoment('')}>{texts.backToNow}</Button>
        </div>
        <ValuesAt at={new Date(at)} params={all} />
      </Panel>
    )
  }
  return (
    <Panel title={texts.values} aside={aside}>
      <div className="px-4 pb-3 empty:hidden">
        <Segmented
          label={texts.show}
          isLabelHidden
          value={show}
          options={shows
            .filter((one) => one === 'all' || one === show || paramsByFilter[one].length > 0)
            .map((one) => [one, `${texts.shows[one]} ${number(paramsByFilter[one].length)}`])}
          onChange={(next) =>
            void navigate({
              to: '/devices/$id',
              params: { id: device.id },
              search: { ...search, show: next === 'all' ? undefined : next },
              replace: true,
            })
          }
        />
      </div>
      {found.length === 0 ? <EmptyState title={texts.noneFound} /> : <ValuesTable rows={found} onWrite={setWritten} />}
      {param !== undefined && row !== undefined && (
        <WriteDialog
          key={param.id}
          param={param}
          state={row.state}
          reading={row.reading}
          onClose={() => setWritten(null)}
        />
      )}
    </Panel>
  )
}

/** States have no mean. */
const hasStates = ({ valueType, enum: states }: Param): boolean => valueType === 'bit' || states !== undefined

/** Groups parameters by category, in the order in which categories first appear. */
const byCategory = (params: readonly Param[]): readonly Param[] =>
  [...Map.groupBy(params, ({ category = '' }) => paramText(category, 'en')).values()].flat()
