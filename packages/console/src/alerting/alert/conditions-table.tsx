import { fill } from '@busbar/ui/messages'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '../../data/api/api-query.ts'
import { useFormat } from '../../data/format/use-format.ts'
import { useLiveEvents } from '../../data/live/use-live.ts'
import { choiceText } from '../../readings/values/param-choices.rules.ts'
import { useParamChoices } from '../../readings/values/use-param-choices.ts'
import { useShownParam } from '../../readings/values/use-shown-param.ts'
import { useTexts } from '../../texts/texts-provider.tsx'
import { alertTone } from '../../ui/feedback/alert-tone.ts'
import { StateMark } from '../../ui/feedback/state-mark.tsx'
import { RowLink } from '../../ui/layout/table.tsx'
import { fieldsOf } from '../form/draft.rules.ts'

type Alert = AnswerOf<'alerts', 'get'>
type Status = AnswerOf<'alerts', 'status'>

/** Each condition with the last value of its parameter, and whether it is met. */
export const ConditionsTable = ({ alert, status }: { alert: Alert; status: Status }): ReactNode => {
  const { alertForm, common } = useTexts()
  const conditions = Object.entries(alert.conditions)
  const latest = useLatest(conditions.map(([, { paramId }]) => paramId))
  return (
    <div className="min-w-0 overflow-x-auto max-lg:border-t lg:border-l border-line">
      <table className="w-full border-collapse text-sm" aria-label={alertForm.conditions}>
        <thead>
          <tr className="h-9 border-b border-line text-left text-quiet">
            <th scope="col" className="px-4 font-medium">
              {alert.conditionLogic === 'all' ? alertForm.allOf : alertForm.any}
            </th>
            <th scope="col" className="px-4 font-medium">
              {common.value}
            </th>
            <th scope="col" className="px-4 font-medium">
              {common.state}
            </th>
          </tr>
        </thead>
        <tbody>
          {conditions.map(([id, condition]) => (
            <ConditionRow
              key={id}
              condition={condition}
              lastValue={latest.get(condition.paramId)?.value ?? status.conditions[id]?.lastValue ?? undefined}
              isTriggered={status.conditions[id]?.isTriggered ?? false}
              level={alert.logAs}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ConditionRowProps {
  condition: Alert['conditions'][string]
  lastValue: string | number | undefined
  isTriggered: boolean
  level: Alert['logAs']
}

const ConditionRow = ({ condition, lastValue, isTriggered, level }: ConditionRowProps): ReactNode => {
  const { alertForm } = useTexts()
  const { number, span } = useFormat()
  const { paramId, kind, value, holdSec } = condition
  const param = useParamChoices().data?.find(({ id }) => id === paramId)
  const { name = param?.name ?? '', valueText, isState } = useShownParam(param?.deviceId, paramId)
  const unit = param === undefined || param.unit === '' ? '' : `\u00a0${param.unit}`
  const means = fieldsOf[kind].value
  const limits = {
    seconds: () => span(value * 1000),
    bit: () => number(value),
    change: () => number(value, param?.unit),
    limit: () => (isState(value) ? valueText(value) : number(value, param?.unit)),
  }
  const tone = alertTone(level)
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className="px-4 py-2">
        <RowLink href={`/params/${paramId}`}>
          {param === undefined ? condition.param : choiceText({ deviceName: param.deviceName, name })}
        </RowLink>
        <p className="text-quiet">
          {fill(alertForm.says[kind], { value: means === null ? '' : limits[means]() })}
          {holdSec > 0 && ` ${alertForm.saysHold[fieldsOf[kind].hold]({ span: span(holdSec * 1000) })}`}
        </p>
      </td>
      <td className="px-4 font-medium whitespace-nowrap">
        {lastValue === undefined ? '—' : `${valueText(lastValue)}${unit}`}
      </td>
      <td className="px-4 whitespace-nowrap">
        <StateMark tone={isTriggered ? tone : 'ok'}>{isTriggered ? alertForm.met : alertForm.notMet}</StateMark>
      </td>
    </tr>
  )
}

interface LatestValue {
  value: string
  readOn: string
}

/** The newest values of parameters since the component is there, as the stream brings them. */
const useLatest = (paramIds: readonly number[]): ReadonlyMap<number, LatestValue> => {
  const [latest, setLatest] = useState<ReadonlyMap<number, LatestValue>>(new Map())
  useLiveEvents((events) => {
    const newValues: [number, LatestValue][] = []
    for (const event of events) {
      if (event.kind !== 'readings') continue
      for (const id of paramIds) {
        const value = event.values[id]
        if (value !== undefined) newValues.push([id, { value, readOn: event.readOn }])
      }
    }
    if (newValues.length > 0) setLatest((before) => new Map([...before, ...newValues]))
  })
  return latest
}
