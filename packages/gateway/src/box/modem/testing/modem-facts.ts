import type { Bearer, ModemFacts } from '../facts.ts'

/** A modem at home, ready, without data. */
export const modemFacts = (changes: Partial<ModemFacts>): ModemFacts => ({
  path: '/modem/0',
  hasSim: true,
  lock: 'none',
  pinTries: 3,
  isEnabled: true,
  isDisabled: false,
  imei: '490154203237518',
  ccid: '89380062300000000015',
  imsi: '260061234567890',
  operator: 'Busbar Mobile',
  registration: 'home',
  generation: '4g',
  signalPercent: 61,
  bearer: null,
  isBusy: false,
  hasInterface: true,
  ...changes,
})

export const bearerFacts = (changes: Partial<Bearer> = {}): Bearer => ({
  path: '/bearer/0',
  interface: 'wwan0',
  method: 'static',
  address: '10.1.2.3',
  prefix: 30,
  gateway: '10.1.2.4',
  mtu: 1430,
  dnsServers: ['9.9.9.9'],
  ...changes,
})
