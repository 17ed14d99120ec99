import type { AnswerOf } from '../../../api/ask.ts'

export type Connector = AnswerOf<'connectors', 'list'>[number]

/** What is not asked of people, where there is nothing yet. */
export const usualSettings: Omit<
  Connector['settings'],
  'ca' | 'commands' | 'discovery' | 'replay' | 'root' | 'url' | 'user'
> = {
  version: 5,
  shape: 'device',
  qos: 1,
  retain: true,
  devices: [],
  discoveryPrefix: 'homeassistant',
  rate: 200,
}
