import { namedFlags } from '@busbar/wire'
import { get } from '../../http/words.ts'
import { identity, version } from './identity.contract.ts'
import { stateGroups, stateKeys } from './state.contract.ts'

const identifyText = 'Who this gateway is'
const versionText = 'Model and version'
const stateText = 'The groups of the state that are named, or all'
const keys = namedFlags('keys', stateKeys)

export const device = {
  A: {
    identify: get('/api/identify/', { access: 'reader', summary: identifyText, reply: identity.A }),
    version: get('/api/version/', { access: 'open', summary: versionText, reply: version.A }),
    state: get('/api/state/get/', {
      access: 'reader',
      summary: stateText,
      query: keys,
      reply: stateGroups.A.partial(),
    }),
  },
  B: {
    identify: get('/api/identify/', { access: 'reader', summary: identifyText, reply: identity.B }),
    version: get('/api/version/', { access: 'open', summary: versionText, reply: version.B }),
    state: get('/api/state/get/', {
      access: 'reader',
      summary: stateText,
      query: keys,
      reply: stateGroups.B.partial(),
    }),
  },
}
