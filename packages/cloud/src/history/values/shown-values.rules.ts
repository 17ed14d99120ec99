import { rowJson } from '@busbar/database'
import type { Language } from '@busbar/messaging/texts'
import { type LatestReading, valueText } from '@busbar/readings/history'
import type { LastReading } from '@busbar/readings/last-values'
import { fullName, shownText } from '../../devices/params/names.rules.ts'
import { formattedValue } from '../../fields/formatted-value.ts'
import { isoTime } from '../../fields/iso-time.ts'
import type { NamedFacts, ParamFacts } from '../facts.sql.ts'

/** An item of last-readings. */
export const shownReading = (facts: ParamFacts, reading: LastReading | undefined, lang: Language) => {
  const last = reading?.last ?? null
  if (last === null) return { err: 'no-value' }
  const { value, readOn } = last
  return { value, readOn: isoTime(readOn), formattedValue: formattedValue(value, facts, lang) }
}

/** The same with the latest failure beside it. */
export const shownState = (facts: ParamFacts, reading: LastReading | undefined, lang: Language) => {
  const { last = null, error = null } = reading ?? {}
  return {
    ...(last !== null && {
      value: last.value,
      readOn: isoTime(last.readOn),
      formattedValue: formattedValue(last.value, facts, lang),
    }),
    ...(error !== null && { error: { reason: error.reason, on: isoTime(error.on) } }),
  }
}

/** A reading of the past; a text may be one with all the digits of a number. */
export const shownLatest = (latest: LatestReading) => ({ value: valueText(latest), readOn: isoTime(latest.on) })

/** A parameter of a device with its last value; `isBare` leaves the names out. */
export const shownWidget = (facts: NamedFacts, reading: LastReading | undefined, lang: Language, isBare: boolean) => {
  const { id, label, unitName, isProgrammable } = facts
  const last = reading?.last ?? null
  return {
    id,
    paramId: id,
    ...(!isBare && {
      name: shownText(facts.name),
      fullName: fullName(facts),
      isProgrammable,
      ...rowJson({ label, unitName }),
    }),
    ...(last !== null && {
      lastValue: last.value,
      formatedLastValue: formattedValue(last.value, facts, lang),
      lastReadOn: isoTime(last.readOn),
    }),
  }
}

/** The data of a dashboard widget for a parameter. Text values have no number. */
export const shownWidgetData = (facts: NamedFacts, reading: LastReading | undefined, publicUrl: string) => {
  const { id, deviceId, isProgrammable, unitName, label, deviceDisabledOn } = facts
  const last = reading?.last ?? null
  return {
    id,
    name: shownText(facts.name),
    fullName: fullName(facts),
    ...(last?.number != null && { lastValue: last.number }),
    ...(last !== null && { lastReadOn: isoTime(last.readOn) }),
    deviceId,
    readingReportUrl: `${publicUrl}/readings?paramIds=${id}`,
    isProgrammable,
    ...rowJson({ deviceDisabledOn, unitName, label }),
  }
}
