import type { DefaultsSource } from '@busbar/templates/defaults'
import type { AnswerOf } from '../data/api/api-query.ts'

type DeviceParams = AnswerOf<'devices', 'params'>

/** A device as the rules see it that say what devices of a family begin with. */
export const familyOf = (kind: DefaultsSource['kind'], params: DeviceParams): DefaultsSource => ({
  kind,
  paramTemplates: params.flatMap(({ label, ...param }) => (label === undefined ? [] : [{ label, ...param }])),
})
