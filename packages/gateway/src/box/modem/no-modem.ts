import type { WatchedModemPort } from './modem.ts'

const refuse = (): Promise<never> => Promise.reject(new Error('there is no modem'))

/** In the place of a modem where none is served. */
export const noModem: WatchedModemPort = {
  facts: null,
  start: async () => {},
  stop: async () => {},
  onChange: () => () => {},
  enterPin: refuse,
  enable: refuse,
  connect: refuse,
  disconnect: async () => {},
  messages: refuse,
  removeMessage: refuse,
  send: refuse,
  ussd: refuse,
}
