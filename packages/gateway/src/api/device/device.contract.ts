import { namedFlags } from '@busbar/wire'
import { get } from '../../http/words.ts'
import { identity, version } from './identity.contract.ts'
import { stateGroups, stateKeys } from './state.contract.ts'

const identifyText = 'Who this gateway is'
const versionText = 'Model and version'
const keys = namedFlags('keys', stateKeys)

export const device = {
  A: {
    identify: get('/api/identify/', {
      access: 'reader',
      summary: identifyText,
      description: 'Manufacturer, model, version, MAC and public key.',
      reply: identity.A,
    }),
    version: get('/api/version/', {
      access: 'open',
      summary: versionText,
      description: 'Answers without a login.',
      reply: version.A,
    }),
    state: get('/api/state/get/', {
      access: 'cloudReader',
      summary: 'State of the gateway',
      description: 'The groups that are named in the query, or all. From the cloud, by its tunnel, it needs no token.',
      query: keys,
      reply: stateGroups.A.partial(),
    }),
  },
  B: {
    identify: get('/api/identify/', {
      access: 'reader',
      summary: identifyText,
      description: 'Manufacturer, model, version, MAC, public key and the PIN for registration in the cloud.',
      reply: identity.B,
    }),
    version: get('/api/version/', {
      access: 'open',
      summary: versionText,
      description: 'Answers without a login.',
      reply: version.B,
    }),
    state: get('/api/state/get/', {
      access: 'cloudReader',
      summary: 'State of the gateway',
      description: 'The groups that are named in the query, or all. From the cloud, by its tunnel, it needs no token.',
      query: keys,
      reply: stateGroups.B.partial(),
    }),
  },
}
