import type { AnswerOf } from '../../data/api/api-query.ts'
import { formText } from '../../ui/forms/settings-form.tsx'

export type Connector = AnswerOf<'connectors', 'list'>[number]
export type Broker = Extract<Connector, { kind: 'mqtt' }>
/** What takes samples as Prometheus does. */
export type Receiver = Extract<Connector, { kind: 'prometheus' }>

/** What is typed; null where nothing is. */
export const textOrNull = (form: FormData, name: string): string | null => formText(form, name).trim() || null

/** Each line that has anything. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What is not asked of people, where there is nothing yet. */
export const usualSettings: Omit<
  Broker['settings'],
  'ca' | 'clientCert' | 'commands' | 'discovery' | 'replay' | 'root' | 'url' | 'user'
> = {
  version: 5,
  shape: 'device',
  qos: 1,
  retain: true,
  devices: [],
  discoveryPrefix: 'homeassistant',
  rate: 200,
}
