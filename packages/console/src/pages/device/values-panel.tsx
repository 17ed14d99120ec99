import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { AnswerOf } from '../../api/ask.ts'
import { useMay } from '../../api/use-org.tsx'
import { columnOf } from '../../charts/data/merge.rules.ts'
import type { PolledDevice } from '../../devices/trouble.rules.ts'
import { isWritable } from '../../params/is-writable.ts'
import { paramText } from '../../params/param-text.ts'
import { useParamStates } from '../../params/use-param-states.ts'
import { useReadNow } from '../../params/use-read-now.ts'
import { useValueText } from '../../params/use-value-text.ts'
import { WriteDialog } from '../../params/write-dialog.tsx'
import { useLanguage } from '../../state/preferences.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Panel } from '../../ui/layout/page.tsx'
import { useLastHour } from './use-last-hour.ts'
import { type ValueRow, ValuesTable } from './values-table.tsx'

type Device = AnswerOf<'devices', 'get'>
type Param = AnswerOf<'devices', 'params'>[number]

interface ValuesPanelProps {
  device: Device
  /** How reading goes; undefined until that is known. */
  polled: PolledDevice | undefined
  params: readonly Param[]
}

/** Everything that a device says, live. */
export const ValuesPanel = ({ device, polled, params }: ValuesPanelProps): ReactNode => {
  const { device: texts } = useTexts()
  const language = useLanguage()
  const mayWrite = useMay('operator')
  const [text, setText] = useState('')
  const [written, setWritten] = useState<number | null>(null)
  const words = useDeferredValue(text.trim().toLowerCase())
  const ids = useMemo(() => params.map(({ id }) => id), [params])
  const drawn = useMemo(
    () => params.filter((one) => one.isTracked && one.valueType !== 'string').map(({ id }) => id),
    [params],
  )
  const states = useParamStates(device.id, ids)
  const untracked = useMemo(() => params.filter(({ isTracked }) => !isTracked).map(({ id }) => id), [params])
  const asked = useReadNow(untracked)
  const hour = useLastHour(drawn)
  const valueText = useValueText()
  const { updatePeriodSec } = device
  const rows = useMemo(
    () =>
      params.map((param): ValueRow => {
        const column = hour.paramIds.indexOf(param.id)
        const state = asked.states[param.id] ?? (states.data === undefined ? undefined : (states.data[param.id] ?? {}))
        return {
          id: param.id,
          name: paramText(param.name, language),
          label: param.label,
          state,
          text: valueText(param, state ?? {}),
          reading: { isTracked: param.isTracked, updatePeriodSec, device: polled },
          course: column === -1 ? null : columnOf([hour.rows], column),
          hour,
          isWritable: mayWrite && isWritable(param),
        }
      }),
    [params, language, states.data, asked.states, polled, updatePeriodSec, hour.rows, mayWrite],
  )
  const found =
    words === '' ? rows : rows.filter(({ name, label }) => `${name} ${label ?? ''}`.toLowerCase().includes(words))
  const param = params.find(({ id }) => id === written)
  const row = rows.find(({ id }) => id === written)
  const aside = (
    <div className="flex flex-wrap gap-2">
      {untracked.length > 0 && (
        <Button disabled={asked.isReading} onClick={asked.read}>
          {texts.readNow}
        </Button>
      )}
      <input
        type="search"
        aria-label={texts.find}
        placeholder={texts.find}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-h-8 w-44 rounded-part border border-edge bg-field px-2.5 text-sm placeholder:text-faint max-md:min-h-10 max-md:text-lg"
      />
    </div>
  )
  return (
    <Panel title={texts.values} aside={aside}>
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
