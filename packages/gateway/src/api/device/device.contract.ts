import { namedFlags } from '@busbar/wire'
import { get } from '../server/words.ts'
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
      description: 'Requires no login.',
      reply: version.A,
    }),
    state: get('/api/state/get/', {
      access: 'cloudReader',
      summary: 'Gateway state',
      description:
        'Returns the groups named in the query, or all groups. Requests from the cloud through its tunnel require no token.',
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
      description: 'Requires no login.',
      reply: version.B,
    }),
    state: get('/api/state/get/', {
      access: 'cloudReader',
      summary: 'Gateway state',
      description:
        'Returns the groups named in the query, or all groups. Requests from the cloud through its tunnel require no token.',
      query: keys,
      reply: stateGroups.B.partial(),
    }),
  },
}
